// One of the answers, chosen by its picture.
import type { QuestionType } from 'product-configurator-service'
import { judgeAnswer } from '../entry/answer.js'

export const images: QuestionType = {
  name: 'Images',
  label: 'Images',
  properties: {},
  takesAnswers: true,
  validate: judgeAnswer,
}
