// Question type: one of the lines of `choices`. A choice is a text, or a number if input_restriction demands one.
import { defineQuestionType, Refusal, string } from 'product-configurator-service'
import { restrictedEntries, restrictedKind, restriction, publicRestriction } from '../entry/restricted.js'

/** The choices, one per line of the setting. */
function splitChoices({ choices: text }: { readonly choices?: string | null }): readonly string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export const choices = defineQuestionType({
  name: 'Choices',
  label: 'Choices',
  properties: { ...restriction, choices: string('Choices', { long: true, help: 'One per line.' }) },
  takesAnswers: false,
  selectedKind: restrictedKind,
  entries: (question) => ({ ...restrictedEntries(question), listed: splitChoices(question.settings) }),
  shown: (settings) => ({ ...publicRestriction(settings), choices: splitChoices(settings) }),
  validate(value, question, context) {
    const lines = splitChoices(question.settings)
    if (lines.includes(value.trim())) return { value: value.trim() }
    return new Refusal(context.translate('stock.choiceUnknown', { question: question.title, choices: lines.join(', ') }))
  },
})
