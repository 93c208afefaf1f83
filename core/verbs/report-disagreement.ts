// Reports a difference between the evaluations of client and server, for the log.
import { type DisagreementInput, disagreementParts } from '../commerce/configuration/define.js'
import { number } from '../model/properties/number.js'
import { json } from '../model/properties/json.js'
import { tokenArgument } from './arguments.js'
import { createListContent } from './contents.js'
import { defineVerb } from './define-verb.js'
import { reportDisagreement as runReportDisagreement } from '../commerce/configuration/disagreement.js'

/** Maximum number of questions in one report. */
const maximumQuestions = 100

const isPart = (value: unknown): value is DisagreementInput['parts'][number] => disagreementParts.some((part) => part === value)
const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

export const reportDisagreement = defineVerb({
  name: 'report-disagreement',
  description: "Reports that the evaluation of a storefront differs from that of the server, for the server's log.",
  method: 'POST',
  path: 'configurations/:token/disagreements',
  input: {
    token: tokenArgument('configuration'),
    catalog_version: number('Catalogue version', { required: true, min: 0, help: 'The version of the evaluated program.' }),
    parts: json('Parts', {
      required: true,
      content: createListContent({
        schema: { type: 'string', enum: [...disagreementParts] },
        is: isPart,
        maxItems: disagreementParts.length,
      }),
      help: 'Members of the reply that differ.',
    }),
    questions: json('Questions', {
      required: true,
      content: createListContent({ schema: { type: 'integer', minimum: 1 }, is: isId, maxItems: maximumQuestions }),
      help: 'Ids of the questions that differ.',
    }),
  },
  access: {},
  reply: null,
  handler: async (shopperContext, { token, catalog_version, parts, questions }) =>
    runReportDisagreement(shopperContext, token, {
      catalog_version,
      parts,
      questions,
    }),
})
