// Writes messages in a language: ICU texts from catalogs, with the English texts built in.
import { IntlMessageFormat } from 'intl-messageformat'
import { englishCatalogs } from './english-catalogs.js'
import {
  getMessage,
  type LabelReference,
  type Message,
  type MessageFields,
  type MessageText,
  type MessageValue,
  type MessageValues,
  type MessageWriter,
} from './message.js'
import { formatTypedNumber } from './parse-number.js'

/** Finds the text of a key in a language; undefined if there is none. message-catalogs.ts creates it. */
export interface MessageCatalogs {
  find(key: string, language: string): string | undefined
  /** True if there are texts in the language or its primary language. */
  has(language: string): boolean
}

export interface FormatOptions {
  /** The catalogs of the other languages. Without them, messages are in English. */
  readonly catalogs?: MessageCatalogs
  /** Writes a label in the language. Default: the English label. */
  readonly formatLabel?: (label: LabelReference) => string
}

const catalogs: Readonly<Record<string, Readonly<Record<string, string>>>> = englishCatalogs

/** The built-in English text of a key; undefined for a key of a customization. */
export function findEnglishText(key: string): string | undefined {
  const dot = key.indexOf('.')
  const area = key.slice(0, dot)
  if (!Object.hasOwn(catalogs, area)) return undefined
  const name = key.slice(dot + 1)
  return Object.hasOwn(catalogs[area]!, name) ? catalogs[area]![name] : undefined
}

type TextFormat = (values: Readonly<Record<string, string | number>>) => string

/** Parsed texts by language. Bounded by the catalogs, because values are never parsed. */
const parsed = new Map<string, Map<string, TextFormat>>()

function parseText(text: string, language: string): TextFormat {
  let formats = parsed.get(language)
  if (!formats) parsed.set(language, (formats = new Map<string, TextFormat>()))
  let format = formats.get(text)
  if (!format) formats.set(text, (format = createTextFormat(text, language)))
  return format
}

function createTextFormat(text: string, language: string): TextFormat {
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  const elements: readonly TextElement[] = format.getAst()
  if (!elements.every(({ type }) => type === literalElement || type === argumentElement))
    return (values) => String(format.format(values))
  // Most texts have plain placeholders only. A request can cause thousands of messages, so these are joined without the library.
  const parts = elements.map(({ type, value }) => ({ isPlaceholder: type === argumentElement, text: String(value) }))
  return (values) => {
    let result = ''
    for (const part of parts) {
      const value = part.isPlaceholder ? values[part.text] : part.text
      if (value === undefined) throw new Error(`The message "${text}" has no value '${part.text}'.`)
      result += String(value)
    }
    return result
  }
}

/** Writes a text with placeholders. Throws for a text that is not ICU, or if a value is missing. */
export function formatText(text: string, language: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.includes('{') || text.includes("'") ? parseText(text, language)(values) : text
}

interface TextElement {
  readonly type: number
  readonly value?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly TextElement[] }>>
}

const literalElement = 0
const argumentElement = 1
/** Element types of the parser without a placeholder: fixed text, and `#` in a plural. */
const fixedElements: ReadonlySet<number> = new Set([literalElement, 7])

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
  if ('label' in value) {
    // Callers of the API know arguments by name. English messages quote it: `'limit'`.
    const text = language === 'en' ? value.text : value.text.replace(/^'(.*)'$/s, '$1')
    const translated = value.key === undefined ? undefined : options.catalogs?.find(value.key, language)
    return translated === undefined ? (options.formatLabel?.({ ...value, text }) ?? text) : formatText(translated, language)
  }
  return value.map((item) => formatValue(item, language, options)).join(', ')
}

const formatValues = (
  values: MessageValues,
  language: string,
  options: FormatOptions,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value, language, options)]))

/** An amount with the code of its currency, in this order and language. English texts keep the code: API clients know them. */
const moneyPattern = /\{(\w+)\} \{(\w*[cC]urrency)\}/g

/** Amounts have at most four decimal places. No digit is rounded away. */
function formatMoney(amount: number, currency: string, language: string): string {
  try {
    const { minimumFractionDigits: least = 2 } = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
    }).resolvedOptions()
    const digits = { minimumFractionDigits: least, maximumFractionDigits: Math.max(4, least) }
    return new Intl.NumberFormat(language, { style: 'currency', currency, ...digits }).format(amount)
  } catch {
    // Not the code of a currency.
    return `${formatTypedNumber(amount, language)} ${currency}`
  }
}

/** Replaces each pair of an amount and its currency by one placeholder whose value has the order and symbol of the language. */
function joinMoney(
  text: string,
  values: MessageValues,
  language: string,
): { readonly text: string; readonly values: MessageValues } {
  if (!text.includes('urrency}')) return { text, values }
  const joined: Record<string, MessageValue> = { ...values }
  const shorter = text.replace(moneyPattern, (pair, name: string, currencyName: string) => {
    const [amount, currency] = [values[name], values[currencyName]]
    if (!/^-?\d+(\.\d+)?$/.test(String(amount)) || typeof currency !== 'string') return pair
    joined[name] = formatMoney(Number(amount), currency, language)
    return `{${name}}`
  })
  return { text: shorter, values: joined }
}

/** Writes a message in a language, or in English if no catalog has its key. */
export function formatMessage(message: Message, language: string, options: FormatOptions = {}): string {
  const translated = options.catalogs?.find(message.key, language)
  const text = translated ?? findEnglishText(message.key) ?? message.english
  if (text === undefined) throw new Error(`There is no message '${message.key}'.`)
  if (translated === undefined) return formatText(text, 'en', formatValues(message.values, 'en', {}))
  if (language.split('-')[0] === 'en') return formatText(text, language, formatValues(message.values, language, options))
  const money = joinMoney(text, message.values, language)
  return formatText(money.text, language, formatValues(money.values, language, options))
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

/** An error, issue or finding for a reply that is not translated: with its English text only. */
export function toEnglishFields<F extends Partial<MessageFields>>(fields: F): Omit<F, 'english' | 'key' | 'values'> {
  const { key: _key, values: _values, english: _english, ...rest } = fields
  return rest
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isMessageFields = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['message'] === 'string' && typeof value['key'] === 'string' && isPlainObject(value['values'])

/** Replaces each message in a result by its text. Findings keep only their text. Everything else is returned unchanged. */
export function writeMessages(value: unknown, write: MessageWriter): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => writeMessages(item, write))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlainObject(value)) return value
  if (isMessage(value) && isKnownMessage(value)) return write(value)
  if (isMessageFields(value)) {
    const fields = value as unknown as MessageFields
    return { ...(writeMessages(toEnglishFields(fields), write) as object), message: write(getMessage(fields)) }
  }
  const entries = Object.entries(value)
  const written = entries.map(([name, member]): [string, unknown] => [name, writeMessages(member, write)])
  return written.some(([, member], index) => member !== entries[index]![1]) ? Object.fromEntries(written) : value
}

const messageMembers = ['key', 'values', 'english']

/** False for data of a shop that happens to have the same members. */
const isKnownMessage = (message: Message): boolean =>
  Object.keys(message).every((name) => messageMembers.includes(name)) &&
  (message.english !== undefined || findEnglishText(String(message.key)) !== undefined)

/** The members of a reply that carry a message: its text, and the values as plain texts and numbers. */
export function toReplyMessage({ message, values }: MessageFields): {
  readonly message: string
  readonly params?: Readonly<Record<string, string | number>>
} {
  return values === undefined ? { message } : { message, params: toMessageParams(values) }
}

/** The values as plain texts and numbers, for API clients that write their own texts. */
export function toMessageParams(values: MessageValues): Readonly<Record<string, string | number>> {
  return formatValues(values, 'en', {})
}
