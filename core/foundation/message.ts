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
