// Question type: any number of answers, stored as ascending ids joined by commas.
import type { QuestionType } from 'product-configurator-service'

export const multiselect: QuestionType = {
  name: 'Multiselect',
  label: 'Several answers',
  properties: {},
  takesAnswers: true,
  multiple: true,
}
