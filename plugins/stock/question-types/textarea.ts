// Several lines of text, or a number where input_restriction says so.
import { defineQuestionType } from 'product-configurator-service'
import { judgeRestricted, restrictedEntries, restrictedKind, restriction, shownRestriction } from '../entry/restricted.js'

export const textarea = defineQuestionType({
  name: 'Textarea',
  label: 'Text area',
  properties: restriction,
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  entries: restrictedEntries,
  shown: shownRestriction,
  validate: judgeRestricted,
})
