// Finds the selections that conflict with a desired selection.
import { conflictsShape } from '../commerce/configuration/shape.js'
import { string } from '../model/properties/string.js'
import { questionArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { findConflicts as runFindConflicts } from '../commerce/configuration/guidance.js'

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
