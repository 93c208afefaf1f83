// Values in messages: formats values of callers, and finds the most similar name for "Did you mean" hints.
import { createMessage, type Message, type MessageValue } from './message.js'

/** The value as text, truncated. Parsed bodies contain objects without a prototype, which `String` cannot convert. */
export function formatValue(value: unknown, maximum = 60): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length > maximum ? `${text.slice(0, maximum)}…` : text
}

export const quoteText = (text: string): Message => createMessage('errors.quoted', { text })

/** Names with quotation marks, with commas between them. */
export const listQuoted = (names: Iterable<string>): readonly Message[] => [...names].map(quoteText)

/** The items of a list with `and` before the last. */
export function listWithAnd(items: readonly MessageValue[]): MessageValue {
  return items.length < 2 ? items : createMessage('errors.listWithAnd', { items: items.slice(0, -1), last: items.at(-1)! })
}

/** Names with quotation marks, with `or` before the last; `nothing` if there are none. */
export function listAlternatives(names: Iterable<string>): MessageValue {
  const items = listQuoted(names)
  if (items.length === 0) return createMessage('errors.nothing')
  return items.length === 1 ? items[0]! : createMessage('errors.listWithOr', { items: items.slice(0, -1), last: items.at(-1)! })
}

/** Sentences one after the other. */
export function joinSentences(sentences: readonly MessageValue[]): MessageValue {
  const [first = '', ...others] = sentences
  return others.length === 0 ? first : createMessage('errors.sentences', { first, rest: joinSentences(others) })
}

/** Edit distance with adjacent swaps (optimal string alignment). Returns bound + 1 as soon as the bound is exceeded. */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, beforePrevious[j - 2]! + 1)
      row.push(best)
    }
    if (Math.min(...row) > bound) return bound + 1
    beforePrevious = previous
    previous = row
  }
  return previous[b.length]!
}

/** The most similar name within a third of the word's length (at least 1), ignoring case; null if there is none. */
export function findNearestName(word: string, names: Iterable<string>): string | null {
  const lowerCaseWord = word.slice(0, 100).toLowerCase()
  let bound = Math.max(1, Math.floor(lowerCaseWord.length / 3))
  let best: string | null = null
  for (const name of names) {
    const d = editDistance(lowerCaseWord, name.toLowerCase(), bound)
    if (d <= bound && (best === null || d < bound)) {
      best = name
      bound = d
    }
  }
  return best
}

/** ` Did you mean 'title'?` or the empty string. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = findNearestName(word, names)
  return name === null ? '' : ` Did you mean '${name}'?`
}

/** ` Did you mean 'title'?` as a value of a message, or the empty string. */
export function suggestName(word: string, names: Iterable<string>): Message | '' {
  const name = findNearestName(word, names)
  return name === null ? '' : createMessage('errors.didYouMean', { name })
}
