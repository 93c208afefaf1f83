// Question type: a colour, stored as #rrggbb in lower case.
import { type QuestionType, Refusal } from 'product-configurator-service'

export const colorpicker: QuestionType = {
  name: 'Colorpicker',
  label: 'Colour picker',
  properties: {},
  takesAnswers: false,
  validate(value, question, context) {
    const colour = value.trim().toLowerCase()
    if (/^#[0-9a-f]{6}$/.test(colour)) return { value: colour }
    return new Refusal(context.translate('stock.colourInvalid', { question: question.title }))
  },
}
