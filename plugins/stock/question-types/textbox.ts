// One line of text, or a number where input_restriction says so.
import type { QuestionType } from 'product-configurator-service'
import { judgeRestricted, restrictedEntries, restrictedKind, restriction, shownRestriction } from '../entry/restricted.js'

export const textbox: QuestionType = {
  name: 'Textbox',
  label: 'Text box',
  properties: restriction,
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  entries: restrictedEntries,
  shown: shownRestriction,
  validate: judgeRestricted,
}
