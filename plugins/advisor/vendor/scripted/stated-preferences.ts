// Extracts a shopper's preferences about a product from plain text: answers, numbers, entered texts and a price limit.
import { type JsonMap, toJsonMap, toStringValue, toJsonList } from '../define.js'
import { isSameWord, findWordSequence, parseWords, foldLetters, type TextWord } from './words.js'
import { findQuantityBounds, parseQuantity, parsePriceLimit, type ValueRange, findValueRange } from './measures.js'

/** Score per word of a title that occurs as a whole. */
const titleWordScore = 100

/** The product whose title and description share the most words with the message. null if there is none, or a tie. */
export function findMentionedProduct(original: string, products: readonly unknown[]): JsonMap | null {
  const words = parseWords(original).filter(({ isFiller, denied }) => !isFiller && !denied)
  const hits = (text: string): number =>
    new Set(
      parseWords(text)
        .filter((own) => isDistinctive(own) && words.some((word) => isSameWord(word.stem, own.stem)))
        .map(({ stem }) => stem),
    ).size
  const all = parseWords(original)
  const whole = ({ title }: JsonMap): number => {
    const own = parseWords(toStringValue(title))
    return findWordSequence(all, own) < 0 ? 0 : own.length * titleWordScore
  }
  const scored = products
    .map(toJsonMap)
    .map((product) => ({
      product,
      score: whole(product) + hits(toStringValue(product['title'])) * 5 + hits(toStringValue(product['description'])),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.product : null
}

export interface StatedPreference extends ValueRange {
  readonly question_id: number
  readonly values?: readonly string[]
  /** True if the title occurs in the message. False for a guess from some of its words. */
  readonly isSure: boolean
  /** The question takes several answers, so preferences for its other answers stay. */
  readonly isOne?: true
}

/** A change to a question. `value` null clears it. */
export interface ClearedQuestion {
  readonly question_id: number
  readonly value: string | null
  /** Answers that must not stay selected. null: all. */
  readonly without: readonly string[] | null
}

export interface StatedPreferences {
  readonly wishes: readonly StatedPreference[]
  readonly cleared: readonly ClearedQuestion[]
  readonly maxPrice: number | null
  readonly aim: 'cheapest' | 'lightest' | null
}

const cheapPattern =
  /(?:^| )(?:cheap(?:er|est)?|inexpensive|affordable|(?:not|nicht) (?:too |zu |so )?(?:expensive|teuer)|billig\p{L}*|gunstig\p{L}*|preiswert\p{L}*|זול\p{L}?)(?: |$)/u
const lightPattern =
  /(?:^| )(?:light(?:er|est|weight)|as light|(?:moglichst|so) leicht|leichter|leichtest\p{L}*|קל ביותר)(?: |$)/u
const quotedPattern = /["“„»«]([^"“”„»«]{1,80})["“”»«]/u

const yesPattern = /^(?:yes|ja|כן)$/u
const noPattern = /^(?:no|nein|לא)$/u

interface AnswerTitle {
  readonly id: string
  readonly title: string
  readonly words: readonly TextWord[]
  /** The words that distinguish it from the other answers. */
  readonly strong: readonly TextWord[]
}

/** Whether a title is mentioned or negated; null if it does not occur. */
function findMention(textWords: readonly TextWord[], title: string): 'said' | 'denied' | null {
  const own = parseWords(title).filter(({ isFiller }) => !isFiller)
  const bare = textWords.filter(({ isFiller }) => !isFiller)
  if (own.length === 0) return null
  const at = bare.findIndex((_, place) => own.every(({ stem }, i) => isSameWord(bare[place + i]?.stem ?? '', stem)))
  return at < 0 ? null : bare[at]!.denied ? 'denied' : 'said'
}

/** True for a word that can distinguish answers. */
const isDistinctive = ({ stem, isFiller }: TextWord): boolean => !isFiller && stem.length > 2 && /\p{L}/u.test(stem)

const titlesByQuestion = new WeakMap<JsonMap, readonly AnswerTitle[]>()

/** The parsed answers of a question, cached for all messages. */
function getAnswerTitles(question: JsonMap, ignored: () => ReadonlySet<string>): readonly AnswerTitle[] {
  const titles = titlesByQuestion.get(question) ?? parseAnswerTitles(question, ignored())
  titlesByQuestion.set(question, titles)
  return titles
}

function parseAnswerTitles(question: JsonMap, ignored: ReadonlySet<string>): readonly AnswerTitle[] {
  const all = toJsonList(question['answers']).map((item) => {
    const { id, title } = toJsonMap(item)
    // Shoppers do not repeat text in brackets, as in `Slate (sold out)`.
    const own = toStringValue(title).replace(/\([^()]{0,80}\)/g, ' ')
    return { id: String(id), title: own.trim(), words: parseWords(own) }
  })
  const common = (word: TextWord): boolean =>
    all.length > 1 && all.every(({ words }) => words.some(({ stem, denied }) => stem === word.stem && denied === word.denied))
  return all.map((own) => ({
    ...own,
    strong: own.words.filter((word) => isDistinctive(word) && !ignored.has(word.stem) && !common(word)),
  }))
}

const sureScore = 100

const isNegated = (words: readonly TextWord[], strong: readonly TextWord[]): boolean =>
  strong.some((own) => words.some((word) => !word.isFiller && word.denied !== own.denied && isSameWord(word.stem, own.stem)))

/** How well a message matches an answer: at least `sure` for its whole title, 0 for no match. */
function scoreAnswer(textWords: readonly TextWord[], { words, strong }: AnswerTitle): number {
  // A literal match counts even without distinguishing words, as in `Type B`.
  const isMatchable = strong.length > 0 || (words.length > 1 && words.some(({ isFiller }) => isFiller))
  if (isMatchable && findWordSequence(textWords, words) >= 0) return sureScore + words.length
  if (isNegated(textWords, strong)) return 0
  const hits = strong.filter((own) =>
    textWords.some((word) => !word.isFiller && word.denied === own.denied && isSameWord(word.stem, own.stem)),
  )
  return hits.length * 2 >= strong.length ? hits.length : 0
}

/** The selected answers of a question, by their displayed titles. */
function findSelectedAnswers(question: JsonMap): readonly string[] {
  const selected = toStringValue(question['selected'])
  const answers = toJsonList(question['answers']).map(toJsonMap)
  const whole = answers.filter(({ title }) => title === selected)
  const chosen = whole.length > 0 ? whole : answers.filter(({ title }) => selected.split(', ').includes(toStringValue(title)))
  return chosen.map(({ id }) => String(id))
}

const toStems = (title: unknown): readonly string[] => parseWords(toStringValue(title)).map(({ stem }) => stem)

interface QuestionPreferences {
  readonly wishes: readonly StatedPreference[]
  readonly cleared?: ClearedQuestion
}

const noPreferences: QuestionPreferences = { wishes: [] }

/** A message of the shopper. */
interface ShopperMessage {
  readonly original: string
  /** Without the price limit. */
  readonly text: string
  readonly words: readonly TextWord[]
  /** The language in whose notation numbers are read. */
  readonly language: string
}

/** The answers whose quantity is within a bound such as `at least 4 GB`. */
function findQuantityAnswers(
  { text, words, language }: ShopperMessage,
  question: JsonMap,
  titles: readonly AnswerTitle[],
): QuestionPreferences | null {
  const bounds = findQuantityBounds(text, language)
  const counts = titles.flatMap(({ id, title }) => {
    const own = parseQuantity(title, language)
    return own === null ? [] : [{ id, ...own }]
  })
  const bound = bounds.find(({ unit }) => counts.filter((count) => count.unit === unit).length > 1)
  if (bound === undefined || findMention(words, toStringValue(question['title'])) !== 'said') return null
  const within = counts.filter(
    ({ unit, value }) => unit === bound.unit && (bound.side === 'min' ? value >= bound.value : value <= bound.value),
  )
  return within.length === 0
    ? noPreferences
    : { wishes: [{ question_id: Number(question['id']), values: within.map(({ id }) => id), isSure: true }] }
}

function findAnswerPreferences(
  message: ShopperMessage,
  question: JsonMap,
  ignored: () => ReadonlySet<string>,
): QuestionPreferences {
  const { text, words, language } = message
  const question_id = Number(question['id'])
  const titles = getAnswerTitles(question, ignored)
  const emptied: QuestionPreferences = { wishes: [], cleared: { question_id, value: null, without: null } }
  const wish = (values: readonly string[], isSure: boolean): StatedPreference => ({ question_id, values, isSure })
  const mention = findMention(words, toStringValue(question['title']))
  const [yesAnswer, noAnswer] = [yesPattern, noPattern].map((pattern) =>
    titles.find(({ title }) => pattern.test(foldLetters(title))),
  )
  if (yesAnswer && noAnswer)
    return mention === null ? noPreferences : { wishes: [wish([(mention === 'denied' ? noAnswer : yesAnswer).id], true)] }
  if (titles.length === 1 && mention !== null) return mention === 'denied' ? emptied : { wishes: [wish([titles[0]!.id], true)] }
  const within = findQuantityAnswers(message, question, titles)
  if (within !== null) return within
  const bounded = new Set(findQuantityBounds(text, language).map(({ value, unit }) => `${value}${unit}`))
  const scored = titles
    .filter(({ strong }) => !strong.some(({ stem }) => bounded.has(stem)))
    .map((entry) => ({ ...entry, score: scoreAnswer(words, entry) }))
    .filter(({ score }) => score > 0)
  if (/multi|checkbox/i.test(toStringValue(question['type']))) {
    const wishes = scored.map(({ id, score }): StatedPreference => ({ ...wish([id], score >= sureScore), isOne: true }))
    const without = titles
      .filter((entry) => !scored.some(({ id }) => id === entry.id) && isNegated(words, entry.strong))
      .map(({ id }) => id)
    const selectedIds = findSelectedAnswers(question).filter((id) => !without.includes(id))
    const value = selectedIds.length === 0 ? null : selectedIds.join(',')
    return without.length === 0 ? { wishes } : { wishes, cleared: { question_id, value, without } }
  }
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best > 0)
    return {
      wishes: [
        wish(
          scored.filter(({ score }) => score === best).map(({ id }) => id),
          best >= sureScore,
        ),
      ],
    }
  const remainingAnswers = titles.filter((entry) => !isNegated(words, entry.strong))
  if (remainingAnswers.length === titles.length) return noPreferences
  if (question['required'] !== true) return emptied
  return remainingAnswers.length === 0
    ? noPreferences
    : {
        wishes: [
          wish(
            remainingAnswers.map(({ id }) => id),
            true,
          ),
        ],
      }
}

function findEntryPreferences(message: ShopperMessage, question: JsonMap): QuestionPreferences {
  const [question_id, title, unit] = [Number(question['id']), toStringValue(question['title']), toStringValue(question['unit'])]
  const end = (name: string): number | null => (typeof question[name] === 'number' ? question[name] : null)
  const [min, max] = [end('min'), end('max')]
  const span = findValueRange(message.text, { title, unit, min, max }, message.language)
  const isNumber = min !== null || max !== null
  if (span !== null) {
    if (span.min !== undefined && span.min === span.max)
      return { wishes: [{ question_id, values: [String(span.min)], isSure: true }] }
    return isNumber ? { wishes: [{ question_id, ...span, isSure: true }] } : noPreferences
  }
  const mention = findMention(message.words, title)
  const [, words] = quotedPattern.exec(message.original) ?? []
  if (mention === 'denied' && question['required'] !== true)
    return { wishes: [], cleared: { question_id, value: null, without: null } }
  if (mention === null || words === undefined || isNumber || !/^text/i.test(toStringValue(question['type']))) return noPreferences
  return { wishes: [{ question_id, values: [words], isSure: true }] }
}

/** Maximum number of words of a message that are evaluated. */
const maxWords = 150

/** @param product the digest of a product, as sent to a model */
export function parsePreferences(original: string, product: JsonMap, language = 'en'): StatedPreferences {
  const { upperLimit, rest } = parsePriceLimit(original)
  const textWords = parseWords(rest).slice(0, maxWords)
  const plain = foldLetters(rest)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
  const questions = toJsonList(product['questions']).map(toJsonMap)
  const productStems = toStems(product['title'])
  // Words of the product's title, and one-word titles of other questions, do not distinguish answers.
  const ignored = (own: JsonMap): ReadonlySet<string> => {
    const otherTitles = questions.filter((item) => item !== own).map(({ title }) => toStems(title))
    return new Set([...productStems, ...otherTitles.filter(({ length }) => length === 1).flat()])
  }
  const message: ShopperMessage = { original, text: rest, words: textWords, language }
  const wishes: StatedPreference[] = []
  const cleared: ClearedQuestion[] = []
  for (const question of questions) {
    const isChoice = toJsonList(question['answers']).length > 0
    const preferences = isChoice
      ? findAnswerPreferences(message, question, () => ignored(question))
      : findEntryPreferences(message, question)
    wishes.push(...preferences.wishes)
    if (preferences.cleared) cleared.push(preferences.cleared)
  }
  return {
    wishes,
    cleared,
    maxPrice: upperLimit,
    aim: cheapPattern.test(plain) ? 'cheapest' : lightPattern.test(plain) ? 'lightest' : null,
  }
}

/** The current selections as preferences of low weight, so they stay unless the shopper wants something else. */
export function listCurrentPreferences(product: JsonMap): readonly StatedPreference[] {
  return toJsonList(product['questions'])
    .map(toJsonMap)
    .flatMap((question): readonly StatedPreference[] => {
      const [question_id, selected] = [Number(question['id']), toStringValue(question['selected'])]
      // A masked value cannot be recognised.
      if (selected === '' || selected.includes('[')) return []
      if (toJsonList(question['answers']).length === 0) return [{ question_id, values: [selected], isSure: false }]
      return findSelectedAnswers(question).map((id) => ({ question_id, values: [id], isSure: false }))
    })
}
