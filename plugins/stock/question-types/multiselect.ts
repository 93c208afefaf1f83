// Several of the answers at once, held as their ids, ascending, joined by commas.
import type { QuestionType } from 'product-configurator-service'

export const multiselect: QuestionType = {
  name: 'Multiselect',
  label: 'Several answers',
  properties: {},
  takesAnswers: true,
  multiple: true,
}
