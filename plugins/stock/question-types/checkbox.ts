// Question type: a check box that selects the question's first answer.
import { validateAnswer, type QuestionType, Refusal } from 'product-configurator-service'

export const checkbox: QuestionType = {
  name: 'Checkbox',
  label: 'Check box',
  properties: {},
  takesAnswers: true,
  validate(value, question, context) {
    const result = validateAnswer(value, question, context)
    if (result instanceof Refusal || result.value === String(question.answerIds[0])) return result
    return new Refusal(context.translate('stock.onlyFirstAnswer', { question: question.title }))
  },
}
