// Question type: one of the answers, from a drop-down list.
import type { QuestionType } from 'product-configurator-service'

export const dropdown: QuestionType = {
  name: 'Dropdown',
  label: 'Dropdown',
  properties: {},
  takesAnswers: true,
}
