// Tells the service that a page reckoned otherwise than it, for its log.
import { type DisagreementInput, reckonedParts } from '../commerce/configuration/define.js'
import { later } from '../ground/later.js'
import { number } from '../model/properties/number.js'
import { json } from '../model/properties/json.js'
import { tokenArgument } from '../verb/arguments.js'
import { listContent } from '../verb/contents.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/configuration/disagreement.js'))

/** Questions that one report names at most. */
const mostQuestions = 100

const isPart = (value: unknown): value is DisagreementInput['parts'][number] => reckonedParts.some((part) => part === value)
const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

export const reportDisagreement = defineVerb({
  name: 'report-disagreement',
  description: 'Reports that a shop front reckoned otherwise than the service, for its log.',
  method: 'POST',
  path: 'configurations/:token/disagreements',
  input: {
    token: tokenArgument('configuration'),
    catalog_version: number('Catalogue version', { required: true, min: 0, help: 'Of the program that was reckoned by.' }),
    parts: json('Parts', {
      required: true,
      content: listContent({ schema: { type: 'string', enum: [...reckonedParts] }, is: isPart, most: reckonedParts.length }),
      help: 'Members of the reply that came out otherwise.',
    }),
    questions: json('Questions', {
      required: true,
      content: listContent({ schema: { type: 'integer', minimum: 1 }, is: isId, most: mostQuestions }),
      help: 'Ids of the questions in which they did.',
    }),
  },
  access: {},
  reply: null,
  handler: async (visit, { token, catalog_version, parts, questions }) =>
    (await load()).reportDisagreement(visit, token, {
      catalog_version,
      parts,
      questions,
    }),
})
