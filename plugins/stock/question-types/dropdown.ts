// One of the answers, from a list that opens.
import type { QuestionType } from 'product-configurator-service'

export const dropdown: QuestionType = {
  name: 'Dropdown',
  label: 'Dropdown',
  properties: {},
  takesAnswers: true,
}
