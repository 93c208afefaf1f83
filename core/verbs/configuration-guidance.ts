// Verbs that explain a configuration: why, conflicts, suggestions, and differences between browser and server.
import {
  explanationShape,
  conflictsShape,
  guidanceShape,
  suggestShape,
  type DisagreementInput,
  disagreementParts,
} from '../commerce/configuration/define.js'
import { object } from '../model/verb/shape.js'
import { join } from '../model/properties/join.js'
import { tokenArgument, questionArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { explainSelection as runExplainSelection } from '../commerce/configuration/explanation.js'
import { string } from '../model/properties/string.js'
import {
  findConflicts as runFindConflicts,
  guideConfiguration as runGuideConfiguration,
} from '../commerce/configuration/guidance.js'
import { dropdown } from '../model/properties/dropdown.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import { preferencesContent, createListContent } from './contents.js'
import { suggestConfigurations } from '../commerce/configuration/suggest.js'
import { reportDisagreement as runReportDisagreement } from '../commerce/configuration/program.js'

export const explainSelection = defineVerb({
  name: 'explain-selection',
  description: 'Explains why a question or answer is not available, and which selections would make it available.',
  method: 'GET',
  path: 'configurations/:token/explanation',
  input: {
    token: tokenArgument('configuration'),
    question_id: join('Question', 'question', { help: 'It takes the id of a question of the product; or name an answer.' }),
    answer_id: join('Answer', 'answer', { help: 'It takes the id of an answer of the product; or name a question.' }),
  },
  access: {},
  reply: object({ explanation: explanationShape }),
  handler: async (shopperContext, { token, question_id, answer_id }) => ({
    explanation: await runExplainSelection(shopperContext, token, {
      question_id,
      answer_id,
    }),
  }),
})

export const findConflicts = defineVerb({
  name: 'find-conflicts',
  description: 'Finds the conflicts of a selection, and the smallest sets of questions to clear.',
  method: 'GET',
  path: 'configurations/:token/conflicts',
  input: {
    token: tokenArgument('configuration'),
    question_id: questionArgument(),
    value: string('Value', { required: true, lines: true, length: 2_000, help: 'It takes the desired selection.' }),
  },
  access: {},
  reply: conflictsShape,
  handler: async (shopperContext, { token, question_id, value }) =>
    runFindConflicts(shopperContext, token, { question_id, value }),
})

export const guideConfiguration = defineVerb({
  name: 'guide-configuration',
  description: 'Lists the answers from which the configuration can still be completed.',
  method: 'GET',
  path: 'configurations/:token/guidance',
  input: { token: tokenArgument('configuration') },
  access: {},
  reply: guidanceShape,
  handler: async (shopperContext, { token }) => runGuideConfiguration(shopperContext, token),
})

export const suggestConfiguration = defineVerb({
  name: 'suggest-configuration',
  description: 'Suggests up to three complete configurations for a list of wishes, each as a list of changes. Changes nothing.',
  method: 'POST',
  path: 'configurations/:token/suggest',
  input: {
    token: tokenArgument('configuration'),
    aim: dropdown('Aim', {
      choices: { closest: 'Closest to the wishes', cheapest: 'Cheapest', lightest: 'Lightest' },
      help: "The value to minimise: unmet wishes and then the price ('closest', the default), the price, or the weight.",
    }),
    wishes: json('Wishes', {
      content: preferencesContent,
      help: "A list of objects with 'question_id' and 'values', or 'min' and 'max'. A wish with 'weight' is optional.",
    }),
    max_price: number('Highest price', {
      scale: 4,
      min: 0,
      max: 1_000_000_000,
      help: 'Price of one piece in the currency of the configuration: gross, or net if the shop shows net prices first.',
    }),
    max_changes: number('Most changes', { min: 0, max: 10_000, help: 'The maximum number of changed selections.' }),
  },
  access: { limit: 'changes' },
  reply: suggestShape,
  handler: async (shopperContext, { token, aim, wishes, max_price, max_changes }) =>
    suggestConfigurations(shopperContext, token, {
      aim,
      wishes: wishes ?? undefined,
      max_price: max_price ?? undefined,
      max_changes: max_changes ?? undefined,
    }),
})

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
