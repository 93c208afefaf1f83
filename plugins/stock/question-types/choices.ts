// One of the lines that `choices` lists; a choice is a text, or a number where input_restriction says so.
import { type QuestionType, Refusal } from 'product-configurator-service'
import { restrictedKind } from '../entry/restricted.js'

export const choices: QuestionType = {
  name: 'Choices',
  label: 'Choices',
  properties: {},
  takesAnswers: false,
  selectedKind: restrictedKind,
  validate(value, question, context) {
    const lines = String(question.settings['choices'] ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (lines.includes(value.trim())) return { value: value.trim() }
    return new Refusal(
      context.say("'{question}' takes one of: {choices}.", { question: question.title, choices: lines.join(', ') }),
    )
  },
}
