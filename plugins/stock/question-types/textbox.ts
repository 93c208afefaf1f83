// One line of text, or a number where input_restriction says so.
import { defineQuestionType } from 'product-configurator-service'
import { judgeRestricted, restrictedEntries, restrictedKind, restriction, shownRestriction } from '../entry/restricted.js'

export const textbox = defineQuestionType({
  name: 'Textbox',
  label: 'Text box',
  properties: restriction,
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  entries: restrictedEntries,
  shown: shownRestriction,
  validate: judgeRestricted,
})
