// Parses numbers that people type or import from files, in the notation of a language. Also runs in browsers.
//
// A text is parsed in two notations: decimal point (`1,250.5`) and decimal comma (`1.250,5`). Blanks and apostrophes
// group digits in both. Groups have three digits, or two before the last group in languages with that convention.
// - Only one notation matches, or both give the same number: the number is accepted in all languages.
//   `12,5`, `12.5`, `1.250,5`, `1,250.5`, `0.125`, `1.250.000` and `1 250` are numbers in every language.
// - Both match and differ, as for `1.250` and `1,250` (one separator before exactly three digits):
//   - The separator is the language's decimal sign: it starts the decimals. English `1.250` and German `1,250` are 1.25.
//   - The separator is a comma that groups digits in the language: it groups. English `1,250` is 1250.
//   - Otherwise the text is ambiguous. German `1.250` is 1250 in German, but 1.25 as forms, APIs and programs write it.

export type DecimalSign = '.' | ','

export type ParsedNumber =
  /** Decimal text with a point, without groups and leading zeros; decimals as written: `1250.50`. */
  | { readonly number: string }
  | { readonly problem: 'not_a_number' }
  /** The number if its separator groups digits, then the number if the separator starts the decimals. */
  | { readonly problem: 'ambiguous'; readonly readings: readonly [grouped: string, decimal: string] }

/**
 * The numbers of a column, in the order of its texts, and the decimal sign of its unambiguous cells, if there are any; or the
 * indexes of two contradictory cells.
 */
export type ParsedColumn =
  | { readonly numbers: readonly ParsedNumber[]; readonly decimal: DecimalSign | null }
  | { readonly problem: 'contradiction'; readonly cells: readonly [decimalComma: number, decimalPoint: number] }

/** Longer texts are refused without parsing. */
const maximumLength = 40

interface Notation {
  readonly decimal: string
  readonly group: string
  /** Groups of two before the last one: `12,34,567`. */
  readonly groupsOfTwo: boolean
}

const notations = new Map<string, Notation>()
const maximumNotations = 100

function getNotation(language: string): Notation {
  const cached = notations.get(language)
  if (cached) return cached
  const parts = new Intl.NumberFormat([language, 'en']).formatToParts(12_345_678.5)
  const find = (type: string): string => normalizeCharacters(parts.find((part) => part.type === type)?.value ?? '')
  const integers = parts.filter(({ type }) => type === 'integer')
  const notation = { decimal: find('decimal'), group: find('group'), groupsOfTwo: integers[1]?.value.length === 2 }
  if (notations.size < maximumNotations) notations.set(language, notation)
  return notation
}

/** The digit 0 of scripts with keyboard layouts: Arabic-Indic, Persian, Devanagari, Bengali. NFKC converts full-width digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]
const signs: readonly (readonly [pattern: RegExp, sign: string])[] = [
  // Direction marks.
  [/\p{Cf}/gu, ''],
  [/[\u2010-\u2013\u2212]/g, '-'],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/\u066b/g, '.'],
  [/\u066c/g, ','],
]

/** Converts digits and signs to ASCII. Unchanged if NFKC would turn signs such as ² and ½ into digits. */
function normalizeCharacters(text: string): string {
  if (/^[ -~]*$|\p{No}/u.test(text)) return text
  const plain = signs.reduce((rest, [pattern, sign]) => rest.replace(pattern, sign), text.normalize('NFKC'))
  return plain.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = zeros.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

// Plain digits, or groups after one separator: the other sign, blanks or apostrophes.
const patterns: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^([+-]?) ?(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+)(?:\.(\d*))?|\.(\d+))$/,
  ',': /^([+-]?) ?(?:(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+)(?:,(\d*))?|,(\d+))$/,
}
const groupsOfTwoPattern =
  /^([+-]?) ?(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d*))?|\.(\d+))$/

/** The number in one notation, or null. The text must contain ASCII signs only. */
function readText(text: string, pattern: RegExp): string | null {
  const [, sign, whole = '0', fraction, onlyFraction] = pattern.exec(text) ?? []
  if (sign === undefined) return null
  const decimals = fraction || onlyFraction
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') + (decimals ? `.${decimals}` : '')
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

interface Readings {
  readonly point: string | null
  readonly comma: string | null
}

function readNotations(text: string, notation: Notation | null): Readings {
  if (text.length > maximumLength) return { point: null, comma: null }
  const plain = normalizeCharacters(text).trim()
  const point = readText(plain, notation?.groupsOfTwo ? groupsOfTwoPattern : patterns['.'])
  // Arabic separators are unambiguous, so they match both notations.
  const isArabic = /[\u066b\u066c]/.test(text)
  return { point, comma: isArabic ? point : readText(plain, patterns[',']) }
}

/** Parses a text in a given notation; null if it is not a number. */
export function parseNumberWith(text: string, decimal: DecimalSign): string | null {
  const { point, comma } = readNotations(text, null)
  return decimal === ',' ? comma : point
}

/** Parses a number in the notation of a language (an IETF tag), by the rules at the top of this file. */
export function parseNumber(text: string, language: string): ParsedNumber {
  const notation = getNotation(language)
  const { point, comma } = readNotations(text, notation)
  const number = point ?? comma
  if (number === null) return { problem: 'not_a_number' }
  if (point === null || comma === null || point === comma) return { number }
  const isComma = normalizeCharacters(text).includes(',')
  const [groupedReading, decimalReading] = isComma ? [point, comma] : [comma, point]
  const separator = isComma ? ',' : '.'
  if (separator === notation.decimal) return { number: decimalReading }
  if (isComma && separator === notation.group) return { number: groupedReading }
  return { problem: 'ambiguous', readings: [groupedReading, trimDecimals(decimalReading)] }
}

/**
 * Parses the cells of one column in one notation. A cell that matches only one notation determines the notation of all; without
 * such a cell, each is parsed by `parseNumber`.
 */
export function parseNumberColumn(texts: readonly string[], language: string): ParsedColumn {
  const notation = getNotation(language)
  const readings = texts.map((text) => readNotations(text, notation))
  const decimalComma = readings.findIndex(({ point, comma }) => point === null && comma !== null)
  const decimalPoint = readings.findIndex(({ point, comma }) => point !== null && comma === null)
  if (decimalComma >= 0 && decimalPoint >= 0) return { problem: 'contradiction', cells: [decimalComma, decimalPoint] }
  if (decimalComma < 0 && decimalPoint < 0) {
    return { numbers: texts.map((text) => parseNumber(text, language)), decimal: null }
  }
  const decimal = decimalComma >= 0 ? ',' : '.'
  const numbers = readings.map(({ point, comma }): ParsedNumber => {
    const number = decimal === ',' ? comma : point
    return number === null ? { problem: 'not_a_number' } : { number }
  })
  return { numbers, decimal }
}

const trimDecimals = (number: string): string =>
  number.includes('.') ? number.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : number

/** Removes the currency next to a price and the dash for zero cents: `1.250,50 €` → `1.250,50`, `CHF 12.–` → `12`. */
export function stripCurrency(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > 2 * maximumLength) return trimmed
  const amount = trimmed.replace(/^(?:\p{Sc}|[A-Z]{3}(?=[\s\d+-]))|(?:\p{Sc}|(?<=[\s\d.,–-])[A-Z]{3})$/gu, '').trim()
  return amount.replace(/(?<=\d)[.,][-–—]{1,2}$/, '')
}

/** The decimal sign that `parseNumber` always accepts in the language. */
export function getDecimalSign(language: string): DecimalSign {
  return getNotation(language).decimal === ',' ? ',' : '.'
}

/**
 * Formats decimal text (`1250.5`) as people type it in the language, without groups: `1250,5`. `parseNumber` parses it back.
 * Shows both readings of an ambiguous text: "1250 or 1,25".
 */
export function formatTypedNumber(number: number | string, language: string): string {
  const text = typeof number === 'number' ? toDecimalText(number) : number
  return text.replace('.', getDecimalSign(language))
}

/** Formats a finite number without an exponent. */
const toDecimalText = (number: number): string => {
  const text = String(number)
  return text.includes('e') ? trimDecimals(number.toFixed(20)) : text
}
