// Completion for one-line rules and formulas: questions, their fields and answers, calculations, and customer group fields.
import { LineRefusal, type LineToken, tokenizeLine } from '#core/surface.js'
import type { EditorQuestion } from '../../../api/editor/shape.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import type { CompletionSource, CompletionItem } from './completion-field.js'

/** Rule lines compare, formula lines calculate. */
export type LineKind = 'rule' | 'formula'

const startItems: readonly CompletionItem[] = [
  { text: 'calculation(', label: 'calculation(…)' },
  { text: 'group(', label: 'group(…)' },
]

const toAnswerItems = ({ answers }: EditorQuestion): readonly CompletionItem[] =>
  answers.map(({ key, title }) => ({ text: key, label: title }))

/** The tokens before a position, without the end token. null inside of quotes and after invalid text. */
function readTokensBefore(text: string): readonly LineToken[] | null {
  try {
    return tokenizeLine(text).slice(0, -1)
  } catch (error) {
    if (error instanceof LineRefusal) return null
    throw error
  }
}

export function createLineCompletion(product: EditorProduct, kind: LineKind): CompletionSource {
  const { vocabulary } = product
  const byKey = new Map(vocabulary.questions.map((question) => [question.key, question]))
  const questions = vocabulary.questions.map(({ key, title, page }) => ({ text: key, label: title, detail: page }))
  const functions = vocabulary.functions.map(({ name, description }) => ({ text: `${name}(`, label: name, detail: description }))
  const words = kind === 'rule' ? ['and', 'or', 'not'].map((text) => ({ text, label: text })) : functions
  const calculations = vocabulary.calculations.map(({ key, name }) => ({ text: key, label: name }))
  const groupFields = vocabulary.groupFields
    .filter(({ internal }) => !internal)
    .map(({ key, title }) => ({ text: key, label: title }))
  const everything = [...questions, ...startItems, ...words]

  function fieldOffers(question: EditorQuestion, perAnswer: boolean): readonly CompletionItem[] {
    return getQuestionFields(product, question)
      .filter((field) => (kind === 'rule' ? field.inRules : field.inTerms) && field.perAnswer === perAnswer)
      .map(({ key, title, description }) => ({ text: key, label: title, detail: description }))
  }

  /** Fields after the last dot: of a question, or of one of its answers. */
  function completeField(
    tokens: readonly LineToken[],
  ): { readonly offers: readonly CompletionItem[]; readonly from: number } | null {
    // Goes back over names and dots, because a field's name can contain a dot.
    let first = tokens.length - 1
    while (first >= 2 && tokens[first - 1]!.kind === 'name' && tokens[first - 2]!.text === '.') first -= 2
    const from = tokens[first]!.at
    const before = tokens[first - 1]
    if (before?.kind === 'name' && byKey.has(before.text)) return { offers: fieldOffers(byKey.get(before.text)!, false), from }
    const ofAnswer = before?.text === ']' ? byKey.get(tokens[first - 4]?.text ?? '') : undefined
    return ofAnswer ? { offers: fieldOffers(ofAnswer, true), from } : null
  }

  function listCompletions(tokens: readonly LineToken[]): readonly CompletionItem[] {
    const [before, last] = tokens.slice(-2).length === 2 ? tokens.slice(-2) : [undefined, tokens.at(-1)]
    const question = byKey.get(before?.text ?? '')
    if (last?.text === '[') return question ? toAnswerItems(question) : []
    if (last?.text === '(' && before?.text === 'calculation') return calculations
    if (last?.text === '(' && before?.text === 'group') return groupFields
    if (question && (last?.text === '==' || last?.text === '!=')) return [...toAnswerItems(question), { text: "''", label: "''" }]
    return everything
  }

  return (text, at) => {
    const tokens = readTokensBefore(text.slice(0, at))
    if (!tokens) return null
    const last = tokens.at(-1)
    const isPartialName = last?.kind === 'name' && last.at - 1 + last.text.length === at
    if (last?.kind === 'number' && last.at - 1 + last.text.length === at) return null
    const whole = isPartialName ? tokens.slice(0, -1) : tokens
    if (whole.at(-1)?.text === '.') {
      const field = completeField(whole)
      return field && { from: field.from, offers: field.offers }
    }
    return { from: isPartialName ? last.at - 1 : at, offers: listCompletions(whole) }
  }
}
