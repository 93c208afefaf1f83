// Question type: one of the answers, as radio buttons.
import type { QuestionType } from 'product-configurator-service'

export const radiobuttons: QuestionType = {
  name: 'Radiobuttons',
  label: 'Radio buttons',
  properties: {},
  takesAnswers: true,
}
