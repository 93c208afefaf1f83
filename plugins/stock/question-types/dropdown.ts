// Question type: one of the answers, from a drop-down list.
import type { QuestionType } from 'product-configurator-service'
import { answerDisplay, publicAnswerDisplay } from '../entry/answer-display.js'

export const dropdown: QuestionType = {
  name: 'Dropdown',
  label: 'Dropdown',
  properties: answerDisplay,
  takesAnswers: true,
  shown: publicAnswerDisplay,
}
