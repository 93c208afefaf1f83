// Writes messages in a language: ICU texts from catalogs, with the English texts built in.
import { IntlMessageFormat } from 'intl-messageformat'
import { englishCatalogs } from './english-catalogs.js'
import type { LabelReference, Message, MessageFields, MessageText, MessageValue, MessageValues } from './message.js'
import { formatTypedNumber } from './parse-number.js'

/** Finds the text of a key in a language; undefined if there is none. message-catalogs.ts creates it. */
export interface MessageCatalogs {
  find(key: string, language: string): string | undefined
}

export interface FormatOptions {
  /** The catalogs of the other languages. Without them, messages are in English. */
  readonly catalogs?: MessageCatalogs
  /** Writes a label in the language. Default: the English label. */
  readonly formatLabel?: (label: LabelReference) => string
}

/** The built-in English text of a key; undefined for a key of a customization. */
export function findEnglishText(key: string): string | undefined {
  const dot = key.indexOf('.')
  const catalogs: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...englishCatalogs }
  const area = key.slice(0, dot)
  if (!Object.hasOwn(catalogs, area)) return undefined
  const name = key.slice(dot + 1)
  return Object.hasOwn(catalogs[area]!, name) ? catalogs[area]![name] : undefined
}

/** Parsed texts by language. Bounded by the catalogs, because values are never parsed. */
const parsed = new Map<string, Map<string, IntlMessageFormat>>()

function parseText(text: string, language: string): IntlMessageFormat {
  let formats = parsed.get(language)
  if (!formats) parsed.set(language, (formats = new Map<string, IntlMessageFormat>()))
  let format = formats.get(text)
  if (!format) formats.set(text, (format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })))
  return format
}

/** Writes a text with placeholders. Throws for a text that is not ICU, or if a value is missing. */
export function formatText(text: string, language: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.includes('{') || text.includes("'") ? String(parseText(text, language).format(values)) : text
}

interface TextElement {
  readonly type: number
  readonly value?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly TextElement[] }>>
}

/** Element types of the parser without a placeholder: fixed text, and `#` in a plural. */
const fixedElements: ReadonlySet<number> = new Set([0, 7])

/** The names of the placeholders of an ICU text, sorted, each once. Throws for a text that is not ICU. */
export function findTextPlaceholders(text: string): readonly string[] {
  const names = new Set<string>()
  const collect = (elements: readonly TextElement[]): void => {
    for (const { type, value, options = {} } of elements) {
      if (!fixedElements.has(type)) names.add(String(value))
      for (const option of Object.values(options)) collect(option.value)
    }
  }
  collect(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].sort()
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value

/** Integers stay numbers: plurals need them. */
function formatValue(value: MessageValue, language: string, options: FormatOptions): string | number {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) || language === 'en' ? value : formatTypedNumber(value, language)
  if (isMessage(value)) return formatMessage(value, language, options)
  if ('label' in value) return options.formatLabel?.(value) ?? value.text
  return value.map((item) => formatValue(item, language, options)).join(', ')
}

const formatValues = (
  values: MessageValues,
  language: string,
  options: FormatOptions,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value, language, options)]))

/** Writes a message in a language, or in English if no catalog has its key. */
export function formatMessage(message: Message, language: string, options: FormatOptions = {}): string {
  const translated = options.catalogs?.find(message.key, language)
  const text = translated ?? findEnglishText(message.key) ?? message.english
  if (text === undefined) throw new Error(`There is no message '${message.key}'.`)
  return formatText(text, translated === undefined ? 'en' : language, formatValues(message.values, language, options))
}

/** The English text. */
export const messageText = (message: MessageText): string =>
  typeof message === 'string' ? message : formatMessage(message, 'en')

/** Writes the message of an error, issue or finding. A text that is in no catalog stays English. */
export function formatMessageFields(fields: MessageFields, language: string, options: FormatOptions = {}): string {
  const { key, values = {}, english, message } = fields
  return key === undefined
    ? message
    : formatMessage({ key, values, ...(english !== undefined && { english }) }, language, options)
}

/** The members that carry a message, with its English text. */
export function toMessageFields(message: MessageText): MessageFields {
  return typeof message === 'string' ? { message } : { message: messageText(message), ...message }
}

/** The values as plain texts and numbers, for API clients that write their own texts. */
export function toMessageParams(values: MessageValues): Readonly<Record<string, string | number>> {
  return formatValues(values, 'en', {})
}
