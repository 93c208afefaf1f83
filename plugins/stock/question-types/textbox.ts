// One line of text, or a number where input_restriction says so.
import type { QuestionType } from 'product-configurator-service'
import { judgeRestricted, restrictedKind } from '../entry/restricted.js'

export const textbox: QuestionType = {
  name: 'Textbox',
  label: 'Text box',
  properties: {},
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  validate: judgeRestricted,
}
