// Question type: one of the answers, as radio buttons.
import type { QuestionType } from 'product-configurator-service'
import { answerDisplay, publicAnswerDisplay } from '../entry/answer-display.js'

export const radiobuttons: QuestionType = {
  name: 'Radiobuttons',
  label: 'Radio buttons',
  properties: answerDisplay,
  takesAnswers: true,
  shown: publicAnswerDisplay,
}
