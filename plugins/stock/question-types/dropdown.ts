// One of the answers, from a list that opens.
import type { QuestionType } from 'product-configurator-service'
import { judgeAnswer } from '../entry/answer.js'

export const dropdown: QuestionType = {
  name: 'Dropdown',
  label: 'Dropdown',
  properties: {},
  takesAnswers: true,
  validate: judgeAnswer,
}
