// Reads numbers from plain text for the scripted vendor: dimensions in any unit, and price limits.
import { parseNumber } from 'product-configurator-service'
import { foldLetters } from './words.js'

/** A range. Either end may be open. */
export interface ValueRange {
  readonly min?: number
  readonly max?: number
}

type Tokens = readonly string[]

/** Numbers, words, currency symbols, and separators. */
const tokenizeText = (text: string): Tokens => foldLetters(text).match(/\d{1,9}(?:[.,]\d{1,4})*|\p{L}+|[€$£₪¥×,;]/gu) ?? []

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const isNumber = (token: string | undefined): token is string => /^\d/.test(token ?? '')

/**
 * The possible values of a number, the more likely one first. A conversation cannot refuse an ambiguous number, so its reading with
 * digit groups comes first, as people write it in that language.
 */
function parseReadings(text: string, language: string): readonly number[] {
  const parsed = parseNumber(text, language)
  if ('readings' in parsed) return parsed.readings.map(Number)
  return ['number' in parsed ? Number(parsed.number) : Number.NaN]
}

/** A price has no three decimals, so one separator before three digits groups them in every language: 1,200 and 1.200. */
const parseAmount = (text: string): number => parseReadings(text, text.includes(',') ? 'en' : 'de')[0]!

const currencySigns = toWordSet('€ $ £ ₪ ¥')
const currencyWords = toWordSet('euro euros eur usd dollar dollars pound pounds gbp ils yen שקל שקלים יורו')
const isCurrency = (token = ''): boolean => currencySigns.has(token) || currencyWords.has(token)

const lowerBoundWords = toWordSet('least minimum min mindestens over above from uber ab לפחות מעל')
const upperBoundWords = toWordSet('most maximum max under below within hochstens maximal bis unter budget עד מתחת')
const comparisonWords = toWordSet('than als to zu of von is')

/** The bound that the words before a number express, and the number of these words. */
function findBoundSide(tokens: Tokens, end: number): { readonly side: 'min' | 'max' | null; readonly words: number } {
  const [second = '', first = ''] = [tokens[end - 2], tokens[end - 1]]
  const denied = /^(?:no|not|nicht)$/.test(tokens[end - 3] ?? '')
  if (comparisonWords.has(first)) {
    if (/^(?:more|mehr|greater)$/.test(second)) return { side: denied ? 'max' : 'min', words: denied ? 3 : 2 }
    if (/^(?:less|weniger|cheaper|billiger|up)$/.test(second)) return { side: 'max', words: 2 }
  }
  const words = comparisonWords.has(first) ? 2 : 1
  const word = words === 2 ? second : first
  if (lowerBoundWords.has(word)) return { side: 'min', words: words + (tokens[end - words - 1] === 'at' ? 1 : 0) }
  if (upperBoundWords.has(word)) return { side: 'max', words: words + (tokens[end - words - 1] === 'at' ? 1 : 0) }
  return { side: null, words: 0 }
}

/** In millimetres. */
const millimetresPerUnit: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  dm: 100,
  m: 1_000,
  meter: 1_000,
  metre: 1_000,
  metres: 1_000,
  meters: 1_000,
  in: 25.4,
  inch: 25.4,
  inches: 25.4,
  zoll: 25.4,
  ft: 304.8,
  feet: 304.8,
  foot: 304.8,
  ממ: 1,
  סמ: 10,
}

export interface PriceLimit {
  /** null if there is no price limit. */
  readonly upperLimit: number | null
  /** The text without the price. */
  readonly rest: string
}

/** The price limit: a number with a currency, or a number after a word like `under` without a unit. A lower limit is ignored. */
export function parsePriceLimit(text: string): PriceLimit {
  const tokens = tokenizeText(text)
  for (const [place, token] of tokens.entries()) {
    if (!isNumber(token)) continue
    const isSigned = currencySigns.has(tokens[place - 1] ?? '')
    const from = isSigned ? place - 1 : place
    const hasCurrency = isSigned || isCurrency(tokens[place + 1])
    const { side, words } = findBoundSide(tokens, from)
    const next = tokens[place + 1] ?? ''
    const isBare = side === 'max' && (next === '' || !/^\p{L}/u.test(next)) && !/^(?:most|max)/.test(tokens[from - 1] ?? '')
    if (!hasCurrency && !isBare) continue
    const rest = [...tokens.slice(0, from - words), ...tokens.slice(place + (!isSigned && hasCurrency ? 2 : 1))].join(' ')
    return { upperLimit: side === 'min' ? null : parseAmount(token), rest }
  }
  return { upperLimit: null, rest: text }
}

/** Words for the same measure. Those after the bar follow their number. `120 x 80` refers to the first two measures. */
const measures = [
  'width breite רוחב | wide broad breit breiten breiter breites',
  'height hohe drop גובה | high tall hoch hohen hoher hohes',
  'length lange אורך | long lang langen langer langes',
  'depth tiefe עומק | deep tief tiefen tiefer tiefes',
  'quantity anzahl menge כמות | pieces pcs stuck יחידות',
].map((line) => {
  const [nouns = '', adjectives = ''] = line.split(' | ')
  return { nouns: toWordSet(nouns), adjectives: toWordSet(adjectives) }
})

/** A question with a numeric value. */
export interface NumericQuestion {
  readonly title: string
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
}

function convertMeasure(plain: number, unitName: string | undefined, { unit, min, max }: NumericQuestion): number {
  const own = millimetresPerUnit[foldLetters(unit)]
  if (own === undefined) return plain
  const as = (factor: number): number => Number(((plain * factor) / own).toFixed(4))
  const factor = millimetresPerUnit[unitName ?? '']
  if (factor !== undefined) return as(factor)
  // A number out of range is converted: 120 for a blind that is measured in millimetres means centimetres.
  const fits = (candidate: number): boolean => candidate >= (min ?? candidate) && candidate <= (max ?? candidate)
  const convertedValue = fits(plain) ? undefined : [10, 1_000].map(as).find(fits)
  return convertedValue ?? plain
}

const fillerWords = toWordSet('of is to be about around von auf etwa ca circa should soll sein at a the der die den')

interface NumberMatch extends ValueRange {
  readonly value: string
  readonly unit: string | undefined
  readonly side: 'min' | 'max' | null
}

function findNumberAfter(tokens: Tokens, place: number): NumberMatch | null {
  let at = place
  while (
    at < place + 4 &&
    (fillerWords.has(tokens[at] ?? '') || lowerBoundWords.has(tokens[at] ?? '') || upperBoundWords.has(tokens[at] ?? ''))
  )
    at++
  const value = tokens[at]
  return isNumber(value) ? { value, unit: tokens[at + 1], side: findBoundSide(tokens, at).side } : null
}

function findNumberBefore(tokens: Tokens, place: number): NumberMatch | null {
  let at = place - 1
  if (/^(?:of|in)$/.test(tokens[at] ?? '') && !isNumber(tokens[at - 1])) at--
  const unit = isNumber(tokens[at]) ? undefined : tokens[at--]
  const value = tokens[at]
  const isUnit = unit === undefined || millimetresPerUnit[unit] !== undefined
  return isUnit && isNumber(value) ? { value, unit, side: findBoundSide(tokens, at).side } : null
}

/** The positions at which the words occur in sequence. */
const findSequences = (tokens: Tokens, words: Tokens): readonly number[] =>
  tokens.flatMap((_, at) => (words.every((word, i) => tokens[at + i] === word) ? [at] : []))

/** The range given for a measure: width 120, 1.2 m wide, at least 100 cm in height, 120 x 180. null: none. */
export function findValueRange(text: string, question: NumericQuestion, language = 'en'): ValueRange | null {
  const tokens = tokenizeText(text)
  const title = tokenizeText(question.title)
  if (title.length === 0) return null
  const kin = measures.filter(({ nouns }) => title.some((word) => nouns.has(word)))
  const nouns = [title, ...kin.flatMap((own) => [...own.nouns].map((word) => [word]))]
  const adjectives = kin.flatMap((own) => [...own.adjectives].map((word) => [word]))
  const match = [
    ...nouns.flatMap((words) =>
      findSequences(tokens, words).map((at) => findNumberAfter(tokens, at + words.length) ?? findNumberBefore(tokens, at)),
    ),
    ...adjectives.flatMap((words) =>
      findSequences(tokens, words).map((at) => findNumberBefore(tokens, at) ?? findNumberAfter(tokens, at + 1)),
    ),
  ].find((candidate) => candidate !== null)
  const { value, unit, side } =
    match ??
    findDimension(
      tokens,
      measures.findIndex((own) => own === kin[0]),
    ) ??
    {}
  if (value === undefined) return null
  const readings = parseReadings(value, language).map((reading) => convertMeasure(reading, unit, question))
  const isInRange = (reading: number): boolean => reading >= (question.min ?? reading) && reading <= (question.max ?? reading)
  const bound = readings.find(isInRange) ?? readings[0]!
  return { ...(side !== 'max' && { min: bound }), ...(side !== 'min' && { max: bound }) }
}

/** 120 x 180 cm: the first is the width, the second the height. */
function findDimension(tokens: Tokens, measure: number): NumberMatch | null {
  if (measure < 0 || measure > 1) return null
  for (const [place, token] of tokens.entries()) {
    if (!/^(?:x|×|by|mal|auf)$/.test(token)) continue
    const own = millimetresPerUnit[tokens[place - 1] ?? ''] === undefined ? undefined : tokens[place - 1]
    const [first, second] = [tokens[place - (own === undefined ? 1 : 2)], tokens[place + 1]]
    if (!isNumber(first) || !isNumber(second)) continue
    const trailingUnit = millimetresPerUnit[tokens[place + 2] ?? ''] === undefined ? undefined : tokens[place + 2]
    return { value: measure === 0 ? first : second, unit: trailingUnit ?? own, side: null }
  }
  return null
}

export interface Quantity {
  readonly value: number
  readonly unit: string
}

/** The quantity in an answer's title, such as `4GB`. null: none. */
export function parseQuantity(title: string, language: string): Quantity | null {
  const [value, unit, ...more] = tokenizeText(title)
  return isNumber(value) && unit !== undefined && /^\p{L}{1,5}$/u.test(unit) && more.length < 3
    ? { value: parseReadings(value, language)[0]!, unit }
    : null
}

/** Bounds on quantities in answers: at least 4 GB, up to 500 GB. */
export function findQuantityBounds(text: string, language: string): readonly (Quantity & { readonly side: 'min' | 'max' })[] {
  const tokens = tokenizeText(text)
  return tokens.flatMap((token, place) => {
    const { side } = findBoundSide(tokens, place)
    const unit = tokens[place + 1]
    return isNumber(token) && side !== null && unit !== undefined
      ? [{ value: parseReadings(token, language)[0]!, unit, side }]
      : []
  })
}
