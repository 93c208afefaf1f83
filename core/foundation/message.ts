// A message for people as data: a key of a catalog and the values of its placeholders. message-format.ts writes it in a language.
import type { EnglishCatalogs } from './english-catalogs.js'

/** `<area>.<name>`: the area is the file `messages/<area>.<language>.json`, the name is a key in it. */
export type MessageKey = {
  [Area in keyof EnglishCatalogs]: `${Area}.${keyof EnglishCatalogs[Area] & string}`
}[keyof EnglishCatalogs]

/** A label of the admin, such as the name of a field. Surfaces write it in their language; `text` is the English label. */
export interface LabelReference {
  readonly label: 'action' | 'choice' | 'entity' | 'field'
  readonly text: string
  /** Its key in the catalogs `messages/labels*`. Without one, it is translated like an equal label. */
  readonly key?: string
}

/** The items of a list are joined by commas. A number with decimals is written with the decimal sign of the language. */
export type MessageValue = string | number | Message | LabelReference | readonly MessageValue[]

export interface MessageValues {
  readonly [name: string]: MessageValue
}

export interface Message {
  /** A `MessageKey`, or a key of a customization's catalog. */
  readonly key: string
  readonly values: MessageValues
  /** The English text with placeholders, for keys of a customization. Core reads its own from its catalogs. */
  readonly english?: string
}

/** A message, or a finished text that is not translated. */
export type MessageText = Message | string

/** Writes a message in the language of a reader. */
export type MessageWriter = (message: MessageText) => string

/** The members of errors, issues and findings that carry a message. A text that is in no catalog has no key. */
export interface MessageFields {
  /** In English. */
  readonly message: string
  readonly key?: string
  readonly values?: MessageValues
  readonly english?: string
}

const noValues: MessageValues = Object.freeze({})

/** Creates a message of a catalog in `messages/`. */
export function createMessage(key: MessageKey, values: MessageValues = noValues): Message {
  return { key, values }
}

/** The label of an entity, an action or a choice, or of a field, as a value of a message. */
export function createLabel(label: LabelReference['label'], text: string, key?: string): LabelReference {
  return key === undefined ? { label, text } : { label, text, key }
}

/** Catalogs by area, language and name. A language is a primary subtag (`de`), or a whole tag (`de-AT`) for regional differences. */
export type MessageContribution = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** The texts of a customization's area, the English ones complete. */
export interface AreaTexts<Name extends string> {
  readonly en: Readonly<Record<Name, string>>
  readonly [language: string]: Readonly<Partial<Record<Name, string>>>
}

export interface MessageArea<Name extends string> {
  /** For the contribution point `messages`. */
  readonly contribution: MessageContribution
  /** Creates a message of this area. */
  create(name: Name, values?: MessageValues): Message
}

/** Defines the messages of a customization. The name of the area must be its own. */
export function defineMessages<const Name extends string>(area: string, texts: AreaTexts<Name>): MessageArea<Name> {
  return {
    contribution: { [area]: texts as MessageContribution[string] },
    create: (name, values = noValues) => ({ key: `${area}.${name}`, values, english: texts.en[name] }),
  }
}

/** The message of an error, issue or finding, for use as a value of another message. */
export function getMessage({ message, key, values = noValues, english }: MessageFields): MessageText {
  if (key === undefined) return message
  return english === undefined ? { key, values } : { key, values, english }
}

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
export function joinSentences<V extends MessageValue>(sentences: readonly V[]): V | Message | '' {
  const [first = '', ...others]: readonly (V | '')[] = sentences
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

/** ` Did you mean 'title'?` as a value of a message, or the empty string. */
export function suggestName(word: string, names: Iterable<string>): Message | '' {
  const name = findNearestName(word, names)
  return name === null ? '' : createMessage('errors.didYouMean', { name })
}
