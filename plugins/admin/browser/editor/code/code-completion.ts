// Completion for code: placeholders, totals, product readers, functions, and ids with their titles.
import { mathConstants, mathFunctions, placeholders } from '#core/surface.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import type { CompletionSource, CompletionItem } from '../text/completion-types.js'

/** Functions whose first argument is a question id. */
const productReaders = ['QuestionSelection', 'QuestionPrice', 'QuestionPriceRecurring', 'QuestionProperty'] as const

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /^[\p{L}\p{N}_]$/u.test(sign)

/** The start of the word that ends at a position. */
function findWordStart(text: string, at: number): number {
  let from = at
  while (from > 0 && isLetter(text[from - 1])) from--
  return from
}

/** The function of the innermost open bracket at a position, and its arguments so far. null outside of any call. */
function findOpenCall(text: string, at: number): { readonly name: string; readonly inside: string } | null {
  let depth = 0
  for (let place = at - 1; place >= 0; place--) {
    if (text[place] === ')') depth++
    if (text[place] !== '(' || depth-- > 0) continue
    return { name: text.slice(findWordStart(text, place), place), inside: text.slice(place + 1, at) }
  }
  return null
}

/** @param letters the questions of the placeholders, by letter */
export function createCodeCompletion(product: EditorProduct, letters: Readonly<Record<string, number | null>>): CompletionSource {
  const { vocabulary, questions } = product
  const titleOf = (letter: string): string => {
    const id = letters[letter]
    return id === null || id === undefined ? letter : (questions.get(id)?.title ?? `#${id}`)
  }
  const everything: readonly CompletionItem[] = [
    ...placeholders.map((letter) => ({ text: letter, label: titleOf(letter) })),
    ...['Total', 'TotalRecurring'].map((text) => ({ text, label: text })),
    ...[...productReaders, 'Calculation'].map((name) => ({ text: `${name}(`, label: `${name}(…)` })),
    ...vocabulary.functions.map(({ name, description }) => ({ text: `${name}(`, label: name, detail: description })),
    ...[...mathFunctions.keys()].map((name) => ({ text: `Math.${name}(`, label: `Math.${name}(…)` })),
    ...[...mathConstants.keys()].map((name) => ({ text: `Math.${name}`, label: `Math.${name}` })),
  ]
  const ofQuestions = vocabulary.questions.map(({ id, title, page }) => ({ text: String(id), label: title, detail: page }))
  const ofCalculations = vocabulary.calculations.map(({ id, name }) => ({ text: String(id), label: name }))
  return (text, at) => {
    const from = findWordStart(text, at)
    const call = findOpenCall(text, from)
    const isReader = productReaders.some((name) => name === call?.name)
    if (call?.name === 'Calculation' && call.inside.trim() === '') return { from, offers: ofCalculations }
    if (isReader && call?.inside.trim() === '') return { from, offers: ofQuestions }
    if (call?.name === 'QuestionProperty' && call.inside.split(',').length === 2) {
      const question = questions.get(Number(call.inside.split(',')[0]))
      const fields = question ? getQuestionFields(product, question).filter(({ inTerms }) => inTerms) : []
      const isQuoted = text[from - 1] === "'"
      return { from, offers: fields.map(({ key, title }) => ({ text: isQuoted ? key : `'${key}'`, label: title })) }
    }
    if (call?.name === 'QuestionProperty' && call.inside.split(',').length === 3) {
      const question = questions.get(Number(call.inside.split(',')[0]))
      return { from, offers: (question?.answers ?? []).map(({ id, title }) => ({ text: String(id), label: title })) }
    }
    // After `Math.` only its members are offered.
    const start = text.slice(0, from).endsWith('Math.') ? from - 'Math.'.length : from
    return { from: start, offers: everything }
  }
}
