// Several lines of text, or a number where input_restriction says so.
import type { QuestionType } from 'product-configurator-service'
import { judgeRestricted, restrictedKind } from '../entry/restricted.js'

export const textarea: QuestionType = {
  name: 'Textarea',
  label: 'Text area',
  properties: {},
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  validate: judgeRestricted,
}
