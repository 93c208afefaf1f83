// Question type: one of the answers, chosen by its picture.
import type { QuestionType } from 'product-configurator-service'

export const images: QuestionType = {
  name: 'Images',
  label: 'Images',
  properties: {},
  takesAnswers: true,
}
