// Reads numbers from plain text for the scripted vendor: dimensions in any unit, and price limits.
import { parseNumber } from '../../../foundation/parse-number.js'
import { folded } from './words.js'

/** A range. Either end may be open. */
export interface Span {
  readonly min?: number
  readonly max?: number
}

type Tokens = readonly string[]

/** Numbers, words, currency symbols, and separators. */
export const tokensOf = (text: string): Tokens => folded(text).match(/\d{1,9}(?:[.,]\d{1,4})*|\p{L}+|[€$£₪¥×,;]/gu) ?? []

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const isNumber = (token: string | undefined): token is string => /^\d/.test(token ?? '')
/**
 * The possible values of a number, the more likely one first. A conversation cannot refuse an ambiguous number, so its reading with
 * digit groups comes first, as people write it in that language.
 */
function readNumbers(text: string, language: string): readonly number[] {
  const parsed = parseNumber(text, language)
  if ('readings' in parsed) return parsed.readings.map(Number)
  return ['number' in parsed ? Number(parsed.number) : Number.NaN]
}

/** A price has no three decimals, so one separator before three digits groups them in every language: 1,200 and 1.200. */
const readAmount = (text: string): number => readNumbers(text, text.includes(',') ? 'en' : 'de')[0]!

const signs = set('€ $ £ ₪ ¥')
const currencies = set('euro euros eur usd dollar dollars pound pounds gbp ils yen שקל שקלים יורו')
const isCurrency = (token = ''): boolean => signs.has(token) || currencies.has(token)

const lows = set('least minimum min mindestens over above from uber ab לפחות מעל')
const highs = set('most maximum max under below within hochstens maximal bis unter budget עד מתחת')
const than = set('than als to zu of von is')

/** The bound that the words before a number express, and the number of these words. */
function sideAt(tokens: Tokens, end: number): { readonly side: 'min' | 'max' | null; readonly words: number } {
  const [second = '', first = ''] = [tokens[end - 2], tokens[end - 1]]
  const denied = /^(?:no|not|nicht)$/.test(tokens[end - 3] ?? '')
  if (than.has(first)) {
    if (/^(?:more|mehr|greater)$/.test(second)) return { side: denied ? 'max' : 'min', words: denied ? 3 : 2 }
    if (/^(?:less|weniger|cheaper|billiger|up)$/.test(second)) return { side: 'max', words: 2 }
  }
  const words = than.has(first) ? 2 : 1
  const word = words === 2 ? second : first
  if (lows.has(word)) return { side: 'min', words: words + (tokens[end - words - 1] === 'at' ? 1 : 0) }
  if (highs.has(word)) return { side: 'max', words: words + (tokens[end - words - 1] === 'at' ? 1 : 0) }
  return { side: null, words: 0 }
}

/** In millimetres. */
const lengths: Readonly<Record<string, number>> = {
  ...{ mm: 1, cm: 10, dm: 100, m: 1_000, meter: 1_000, metre: 1_000, metres: 1_000, meters: 1_000 },
  ...{ in: 25.4, inch: 25.4, inches: 25.4, zoll: 25.4, ft: 304.8, feet: 304.8, foot: 304.8, ממ: 1, סמ: 10 },
}

export interface Price {
  /** null if there is no price limit. */
  readonly most: number | null
  /** The text without the price. */
  readonly rest: string
}

/** The price limit: a number with a currency, or a number after a word like `under` without a unit. A lower limit is ignored. */
export function priceIn(said: string): Price {
  const tokens = tokensOf(said)
  for (const [place, token] of tokens.entries()) {
    if (!isNumber(token)) continue
    const isSigned = signs.has(tokens[place - 1] ?? '')
    const from = isSigned ? place - 1 : place
    const isNamed = isSigned || isCurrency(tokens[place + 1])
    const { side, words } = sideAt(tokens, from)
    const next = tokens[place + 1] ?? ''
    const isBare = side === 'max' && (next === '' || !/^\p{L}/u.test(next)) && !/^(?:most|max)/.test(tokens[from - 1] ?? '')
    if (!isNamed && !isBare) continue
    const rest = [...tokens.slice(0, from - words), ...tokens.slice(place + (!isSigned && isNamed ? 2 : 1))].join(' ')
    return { most: side === 'min' ? null : readAmount(token), rest }
  }
  return { most: null, rest: said }
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
  return { nouns: set(nouns), adjectives: set(adjectives) }
})

/** A question with a numeric value. */
export interface Measured {
  readonly title: string
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
}

function converted(plain: number, said: string | undefined, { unit, min, max }: Measured): number {
  const own = lengths[folded(unit)]
  if (own === undefined) return plain
  const as = (factor: number): number => Number(((plain * factor) / own).toFixed(4))
  const factor = lengths[said ?? '']
  if (factor !== undefined) return as(factor)
  // A number out of range is converted: 120 for a blind that is measured in millimetres means centimetres.
  const fits = (one: number): boolean => one >= (min ?? one) && one <= (max ?? one)
  const meant = fits(plain) ? undefined : [10, 1_000].map(as).find(fits)
  return meant ?? plain
}

const links = set('of is to be about around von auf etwa ca circa should soll sein at a the der die den')

interface Found extends Span {
  readonly value: string
  readonly unit: string | undefined
  readonly side: 'min' | 'max' | null
}

function behind(tokens: Tokens, place: number): Found | null {
  let at = place
  while (at < place + 4 && (links.has(tokens[at] ?? '') || lows.has(tokens[at] ?? '') || highs.has(tokens[at] ?? ''))) at++
  const value = tokens[at]
  return isNumber(value) ? { value, unit: tokens[at + 1], side: sideAt(tokens, at).side } : null
}

function before(tokens: Tokens, place: number): Found | null {
  let at = place - 1
  if (/^(?:of|in)$/.test(tokens[at] ?? '') && !isNumber(tokens[at - 1])) at--
  const unit = isNumber(tokens[at]) ? undefined : tokens[at--]
  const value = tokens[at]
  const isUnit = unit === undefined || lengths[unit] !== undefined
  return isUnit && isNumber(value) ? { value, unit, side: sideAt(tokens, at).side } : null
}

/** The positions at which the words occur in sequence. */
const placesOf = (tokens: Tokens, words: Tokens): readonly number[] =>
  tokens.flatMap((_, at) => (words.every((word, i) => tokens[at + i] === word) ? [at] : []))

/** The range given for a measure: width 120, 1.2 m wide, at least 100 cm in height, 120 x 180. null: none. */
export function spanOf(said: string, question: Measured, language = 'en'): Span | null {
  const tokens = tokensOf(said)
  const title = tokensOf(question.title)
  if (title.length === 0) return null
  const kin = measures.filter(({ nouns }) => title.some((word) => nouns.has(word)))
  const nouns = [title, ...kin.flatMap((own) => [...own.nouns].map((word) => [word]))]
  const adjectives = kin.flatMap((own) => [...own.adjectives].map((word) => [word]))
  const found = [
    ...nouns.flatMap((words) => placesOf(tokens, words).map((at) => behind(tokens, at + words.length) ?? before(tokens, at))),
    ...adjectives.flatMap((words) => placesOf(tokens, words).map((at) => before(tokens, at) ?? behind(tokens, at + 1))),
  ].find((one) => one !== null)
  const { value, unit, side } =
    found ??
    crossed(
      tokens,
      measures.findIndex((own) => own === kin[0]),
    ) ??
    {}
  if (value === undefined) return null
  const numbers = readNumbers(value, language).map((number) => converted(number, unit, question))
  const isInRange = (number: number): boolean => number >= (question.min ?? number) && number <= (question.max ?? number)
  const wanted = numbers.find(isInRange) ?? numbers[0]!
  return { ...(side !== 'max' && { min: wanted }), ...(side !== 'min' && { max: wanted }) }
}

/** 120 x 180 cm: the first is the width, the second the height. */
function crossed(tokens: Tokens, measure: number): Found | null {
  if (measure < 0 || measure > 1) return null
  for (const [place, token] of tokens.entries()) {
    if (!/^(?:x|×|by|mal|auf)$/.test(token)) continue
    const own = lengths[tokens[place - 1] ?? ''] === undefined ? undefined : tokens[place - 1]
    const [first, second] = [tokens[place - (own === undefined ? 1 : 2)], tokens[place + 1]]
    if (!isNumber(first) || !isNumber(second)) continue
    const later = lengths[tokens[place + 2] ?? ''] === undefined ? undefined : tokens[place + 2]
    return { value: measure === 0 ? first : second, unit: later ?? own, side: null }
  }
  return null
}

export interface Counted {
  readonly value: number
  readonly unit: string
}

/** The quantity in an answer's title, such as `4GB`. null: none. */
export function countedIn(title: string, language: string): Counted | null {
  const [value, unit, ...more] = tokensOf(title)
  return isNumber(value) && unit !== undefined && /^\p{L}{1,5}$/u.test(unit) && more.length < 3
    ? { value: readNumbers(value, language)[0]!, unit }
    : null
}

/** Bounds on quantities in answers: at least 4 GB, up to 500 GB. */
export function boundsIn(said: string, language: string): readonly (Counted & { readonly side: 'min' | 'max' })[] {
  const tokens = tokensOf(said)
  return tokens.flatMap((token, place) => {
    const { side } = sideAt(tokens, place)
    const unit = tokens[place + 1]
    return isNumber(token) && side !== null && unit !== undefined ? [{ value: readNumbers(token, language)[0]!, unit, side }] : []
  })
}
