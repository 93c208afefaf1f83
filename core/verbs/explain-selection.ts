// Explains why a question or answer is not available and which selections would make it available.
import { explanationShape } from '../commerce/configuration/shape.js'
import { object } from '../model/verb/shape.js'
import { join } from '../model/properties/join.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { explainSelection as runExplainSelection } from '../commerce/configuration/explanation.js'

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
