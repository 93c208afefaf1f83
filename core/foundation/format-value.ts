// Formats values of callers for messages.
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

/** Lists names for a message: `'a', 'b'`. */
export function quoteNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
