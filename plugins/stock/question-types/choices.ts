// One of the lines that `choices` lists; a choice is a text, or a number where input_restriction says so.
import { defineQuestionType, Refusal, string } from 'product-configurator-service'
import { restrictedEntries, restrictedKind, restriction, shownRestriction } from '../entry/restricted.js'

/** The choices, one per line of the setting. */
function linesOf({ choices: text }: { readonly choices?: string | null }): readonly string[] {
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
  entries: (question) => ({ ...restrictedEntries(question), listed: linesOf(question.settings) }),
  shown: (settings) => ({ ...shownRestriction(settings), choices: linesOf(settings) }),
  validate(value, question, context) {
    const lines = linesOf(question.settings)
    if (lines.includes(value.trim())) return { value: value.trim() }
    return new Refusal(
      context.say("'{question}' takes one of: {choices}.", { question: question.title, choices: lines.join(', ') }),
    )
  },
})
