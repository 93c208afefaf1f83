// Question type: any number of answers, stored as ascending ids joined by commas.
import type { QuestionType } from 'product-configurator-service'
import { answerDisplay, publicAnswerDisplay } from '../entry/answer-display.js'

export const multiselect: QuestionType = {
  name: 'Multiselect',
  label: 'Several answers',
  properties: answerDisplay,
  takesAnswers: true,
  shown: publicAnswerDisplay,
  multiple: true,
}
