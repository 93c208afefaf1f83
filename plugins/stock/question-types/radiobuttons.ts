// One of the answers, all in view.
import type { QuestionType } from 'product-configurator-service'

export const radiobuttons: QuestionType = {
  name: 'Radiobuttons',
  label: 'Radio buttons',
  properties: {},
  takesAnswers: true,
}
