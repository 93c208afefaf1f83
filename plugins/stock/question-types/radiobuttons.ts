// One of the answers, all in view.
import type { QuestionType } from 'product-configurator-service'
import { judgeAnswer } from '../entry/answer.js'

export const radiobuttons: QuestionType = {
  name: 'Radiobuttons',
  label: 'Radio buttons',
  properties: {},
  takesAnswers: true,
  validate: judgeAnswer,
}
