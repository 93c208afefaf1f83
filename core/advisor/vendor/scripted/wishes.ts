// Extracts a shopper's preferences about a product from plain text: answers, numbers, entered texts and a price limit.
import { type Json, listOf, objectOf, textOf } from '../protocol.js'
import { boundsIn, countedIn, priceIn, type Span, spanOf } from './measures.js'
import { folded, isSame, placeOf, type Word, wordsOf } from './words.js'

export interface Wish extends Span {
  readonly question_id: number
  readonly values?: readonly string[]
  /** True if the title occurs in the message. False for a guess from some of its words. */
  readonly isSure: boolean
  /** The question takes several answers, so preferences for its other answers stay. */
  readonly isOne?: true
}

/** A change to a question. `value` null clears it. */
export interface Cleared {
  readonly question_id: number
  readonly value: string | null
  /** Answers that must not stay selected. null: all. */
  readonly without: readonly string[] | null
}

export interface Wishes {
  readonly wishes: readonly Wish[]
  readonly cleared: readonly Cleared[]
  readonly maxPrice: number | null
  readonly aim: 'cheapest' | 'lightest' | null
}

const cheap =
  /(?:^| )(?:cheap(?:er|est)?|inexpensive|affordable|(?:not|nicht) (?:too |zu |so )?(?:expensive|teuer)|billig\p{L}*|gunstig\p{L}*|preiswert\p{L}*|זול\p{L}?)(?: |$)/u
const light = /(?:^| )(?:light(?:er|est|weight)|as light|(?:moglichst|so) leicht|leichter|leichtest\p{L}*|קל ביותר)(?: |$)/u
const quoted = /["“„»«]([^"“”„»«]{1,80})["“”»«]/u

const yes = /^(?:yes|ja|כן)$/u
const no = /^(?:no|nein|לא)$/u

interface Title {
  readonly id: string
  readonly title: string
  readonly words: readonly Word[]
  /** The words that distinguish it from the other answers. */
  readonly strong: readonly Word[]
}

/** Whether a title is mentioned or negated; null if it does not occur. */
function mentionOf(said: readonly Word[], title: string): 'said' | 'denied' | null {
  const own = wordsOf(title).filter(({ isFiller }) => !isFiller)
  const bare = said.filter(({ isFiller }) => !isFiller)
  if (own.length === 0) return null
  const at = bare.findIndex((_, place) => own.every(({ stem }, i) => isSame(bare[place + i]?.stem ?? '', stem)))
  return at < 0 ? null : bare[at]!.denied ? 'denied' : 'said'
}

/** True for a word that can distinguish answers. */
export const isTelling = ({ stem, isFiller }: Word): boolean => !isFiller && stem.length > 2 && /\p{L}/u.test(stem)

const known = new WeakMap<Json, readonly Title[]>()

/** The parsed answers of a question, cached for all messages. */
function titlesOf(question: Json, ignored: () => ReadonlySet<string>): readonly Title[] {
  const found = known.get(question) ?? takenApart(question, ignored())
  known.set(question, found)
  return found
}

function takenApart(question: Json, ignored: ReadonlySet<string>): readonly Title[] {
  const all = listOf(question['answers']).map((one) => {
    const { id, title } = objectOf(one)
    // Shoppers do not repeat text in brackets, as in `Slate (sold out)`.
    const own = textOf(title).replace(/\([^()]{0,80}\)/g, ' ')
    return { id: String(id), title: own.trim(), words: wordsOf(own) }
  })
  const common = (word: Word): boolean =>
    all.length > 1 && all.every(({ words }) => words.some(({ stem, denied }) => stem === word.stem && denied === word.denied))
  return all.map((own) => ({
    ...own,
    strong: own.words.filter((word) => isTelling(word) && !ignored.has(word.stem) && !common(word)),
  }))
}

const sure = 100

const isDenied = (said: readonly Word[], strong: readonly Word[]): boolean =>
  strong.some((own) => said.some((one) => !one.isFiller && one.denied !== own.denied && isSame(one.stem, own.stem)))

/** How well a message matches an answer: at least `sure` for its whole title, 0 for no match. */
function scoreOf(said: readonly Word[], { words, strong }: Title): number {
  // A literal match counts even without distinguishing words, as in `Type B`.
  const isTold = strong.length > 0 || (words.length > 1 && words.some(({ isFiller }) => isFiller))
  if (isTold && placeOf(said, words) >= 0) return sure + words.length
  if (isDenied(said, strong)) return 0
  const hits = strong.filter((own) =>
    said.some((one) => !one.isFiller && one.denied === own.denied && isSame(one.stem, own.stem)),
  )
  return hits.length * 2 >= strong.length ? hits.length : 0
}

/** The selected answers of a question, by their displayed titles. */
function chosenIn(question: Json): readonly string[] {
  const selected = textOf(question['selected'])
  const answers = listOf(question['answers']).map(objectOf)
  const whole = answers.filter(({ title }) => title === selected)
  const chosen = whole.length > 0 ? whole : answers.filter(({ title }) => selected.split(', ').includes(textOf(title)))
  return chosen.map(({ id }) => String(id))
}

const stemsOf = (title: unknown): readonly string[] => wordsOf(textOf(title)).map(({ stem }) => stem)

interface Found {
  readonly wishes: readonly Wish[]
  readonly cleared?: Cleared
}

const nothing: Found = { wishes: [] }

/** A message of the shopper. */
interface Message {
  readonly original: string
  /** Without the price limit. */
  readonly text: string
  readonly said: readonly Word[]
  /** The language in whose notation numbers are read. */
  readonly language: string
}

/** The answers whose quantity is within a bound such as `at least 4 GB`. */
function counted({ text, said, language }: Message, question: Json, titles: readonly Title[]): Found | null {
  const bounds = boundsIn(text, language)
  const counts = titles.flatMap(({ id, title }) => {
    const own = countedIn(title, language)
    return own === null ? [] : [{ id, ...own }]
  })
  const bound = bounds.find(({ unit }) => counts.filter((one) => one.unit === unit).length > 1)
  if (bound === undefined || mentionOf(said, textOf(question['title'])) !== 'said') return null
  const within = counts.filter(
    ({ unit, value }) => unit === bound.unit && (bound.side === 'min' ? value >= bound.value : value <= bound.value),
  )
  return within.length === 0
    ? nothing
    : { wishes: [{ question_id: Number(question['id']), values: within.map(({ id }) => id), isSure: true }] }
}

function ofAnswers(message: Message, question: Json, ignored: () => ReadonlySet<string>): Found {
  const { text, said, language } = message
  const question_id = Number(question['id'])
  const titles = titlesOf(question, ignored)
  const emptied: Found = { wishes: [], cleared: { question_id, value: null, without: null } }
  const wish = (values: readonly string[], isSure: boolean): Wish => ({ question_id, values, isSure })
  const mention = mentionOf(said, textOf(question['title']))
  const [yesAnswer, noAnswer] = [yes, no].map((pattern) => titles.find(({ title }) => pattern.test(folded(title))))
  if (yesAnswer && noAnswer)
    return mention === null ? nothing : { wishes: [wish([(mention === 'denied' ? noAnswer : yesAnswer).id], true)] }
  if (titles.length === 1 && mention !== null) return mention === 'denied' ? emptied : { wishes: [wish([titles[0]!.id], true)] }
  const within = counted(message, question, titles)
  if (within !== null) return within
  const bounded = new Set(boundsIn(text, language).map(({ value, unit }) => `${value}${unit}`))
  const scored = titles
    .filter(({ strong }) => !strong.some(({ stem }) => bounded.has(stem)))
    .map((one) => ({ ...one, score: scoreOf(said, one) }))
    .filter(({ score }) => score > 0)
  if (/multi|checkbox/i.test(textOf(question['type']))) {
    const wishes = scored.map(({ id, score }): Wish => ({ ...wish([id], score >= sure), isOne: true }))
    const without = titles
      .filter((one) => !scored.some(({ id }) => id === one.id) && isDenied(said, one.strong))
      .map(({ id }) => id)
    const kept = chosenIn(question).filter((id) => !without.includes(id))
    const value = kept.length === 0 ? null : kept.join(',')
    return without.length === 0 ? { wishes } : { wishes, cleared: { question_id, value, without } }
  }
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best > 0)
    return {
      wishes: [
        wish(
          scored.filter(({ score }) => score === best).map(({ id }) => id),
          best >= sure,
        ),
      ],
    }
  const left = titles.filter((one) => !isDenied(said, one.strong))
  if (left.length === titles.length) return nothing
  if (question['required'] !== true) return emptied
  return left.length === 0
    ? nothing
    : {
        wishes: [
          wish(
            left.map(({ id }) => id),
            true,
          ),
        ],
      }
}

function ofEntry({ text, said, language, original }: Message, question: Json): Found {
  const [question_id, title, unit] = [Number(question['id']), textOf(question['title']), textOf(question['unit'])]
  const end = (name: string): number | null => (typeof question[name] === 'number' ? question[name] : null)
  const [min, max] = [end('min'), end('max')]
  const span = spanOf(text, { title, unit, min, max }, language)
  const isNumber = min !== null || max !== null
  if (span !== null) {
    if (span.min !== undefined && span.min === span.max)
      return { wishes: [{ question_id, values: [String(span.min)], isSure: true }] }
    return isNumber ? { wishes: [{ question_id, ...span, isSure: true }] } : nothing
  }
  const mention = mentionOf(said, title)
  const [, words] = quoted.exec(original) ?? []
  if (mention === 'denied' && question['required'] !== true)
    return { wishes: [], cleared: { question_id, value: null, without: null } }
  if (mention === null || words === undefined || isNumber || !/^text/i.test(textOf(question['type']))) return nothing
  return { wishes: [{ question_id, values: [words], isSure: true }] }
}

/** Maximum number of words of a message that are evaluated. */
const mostWords = 150

/** @param product the digest of a product, as sent to a model */
export function wishesIn(original: string, product: Json, language = 'en'): Wishes {
  const { most, rest } = priceIn(original)
  const said = wordsOf(rest).slice(0, mostWords)
  const plain = folded(rest)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
  const questions = listOf(product['questions']).map(objectOf)
  const named = stemsOf(product['title'])
  // Words of the product's title, and one-word titles of other questions, do not distinguish answers.
  const ignored = (own: Json): ReadonlySet<string> => {
    const others = questions.filter((one) => one !== own).map(({ title }) => stemsOf(title))
    return new Set([...named, ...others.filter(({ length }) => length === 1).flat()])
  }
  const message: Message = { original, text: rest, said, language }
  const wishes: Wish[] = []
  const cleared: Cleared[] = []
  for (const question of questions) {
    const isChoice = listOf(question['answers']).length > 0
    const found = isChoice ? ofAnswers(message, question, () => ignored(question)) : ofEntry(message, question)
    wishes.push(...found.wishes)
    if (found.cleared) cleared.push(found.cleared)
  }
  return { wishes, cleared, maxPrice: most, aim: cheap.test(plain) ? 'cheapest' : light.test(plain) ? 'lightest' : null }
}

/** The current selections as preferences of low weight, so they stay unless the shopper wants something else. */
export function heldIn(product: Json): readonly Wish[] {
  return listOf(product['questions'])
    .map(objectOf)
    .flatMap((question): readonly Wish[] => {
      const [question_id, selected] = [Number(question['id']), textOf(question['selected'])]
      // A masked value cannot be recognised.
      if (selected === '' || selected.includes('[')) return []
      if (listOf(question['answers']).length === 0) return [{ question_id, values: [selected], isSure: false }]
      return chosenIn(question).map((id) => ({ question_id, values: [id], isSure: false }))
    })
}
