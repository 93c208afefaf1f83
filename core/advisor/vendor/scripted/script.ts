// The conversation flow of the scripted vendor: from a message through tool calls to a complete configuration, deterministic.
import { type Json, listOf, objectOf, textOf } from '../protocol.js'
import { isAboutPrice, isAboutReason, isForPerson, isThanks } from './intents.js'
import { languageOf, type Sentences, sentencesFor } from './sentences.js'
import type { Asked, Call } from './understand.js'
import { productIn } from './products.js'
import { type Cleared, heldIn, type Wish, type Wishes, wishesIn } from './wishes.js'

export interface Answer {
  readonly text: string
  readonly calls: readonly Call[]
}

/** Maximum number of preferences per search. The weights below rank stated preferences far above current selections. */
const mostWishes = 50
/** Maximum characters of a product search. */
const mostSearched = 1_000
const [yielded, guessed, held] = [100, 50, 1]

const says = (text: string): Answer => ({ text, calls: [] })
const uses = (name: string, input: Json): Answer => ({ text: '', calls: [{ name, input }] })

const titles = (list: readonly unknown[], most = 6): string =>
  [...new Set(list.map((one) => textOf(objectOf(one)['title'])))].slice(0, most).join(', ')

const resultOf = ({ results }: Asked, tool: string): Json | undefined => results.findLast(({ name }) => name === tool)?.value

/** The next step after the tools used since the last message. */
export function answerTo(asked: Asked): Answer {
  const said = sentencesFor(asked.system)
  if (!asked.hasTools) return says(said.review)
  const last = asked.results.at(-1)
  if (!last) {
    if (isForPerson(asked.text)) return uses('hand_over', {})
    return isThanks(asked.text) ? says(said.welcome) : uses('list_products', {})
  }
  if (typeof last.value['error'] === 'string') return says(said.refused.replace('{reason}', () => textOf(last.value['error'])))
  const steps: Readonly<Record<string, (asked: Asked, value: Json, said: Sentences) => Answer>> = {
    list_products: afterList,
    start: look,
    look_at_product: afterLook,
    recommend: afterRecommend,
    select: afterSelect,
    hand_over: () => says(said.person),
    price: afterPrice,
    explain: afterExplanation,
  }
  return steps[last.name]?.(asked, last.value, said) ?? says(said.whole)
}

/** The latest message comes first in the search text for large products. */
function look({ text, before }: Asked): Answer {
  const words = [text, ...before.toReversed()].join(' ')
  return uses('look_at_product', { search: words.slice(0, mostSearched) })
}

function afterList(asked: Asked, value: Json, said: Sentences): Answer {
  const { text, system, before } = asked
  const configuring = !system.includes('Nothing is being configured yet.')
  const products = listOf(value['products'])
  const named = productIn(text, products) ?? (configuring ? null : productIn(before.join(' ; '), products))
  const current = /"product_id":(\d+)/.exec(system)?.[1]
  if (configuring && (named === null || String(named['id']) === current)) return look(asked)
  const chosen = named ?? (products.length === 1 ? objectOf(products[0]) : null)
  if (chosen === null) return says(said.which.replace('{list}', () => titles(products)))
  return uses('start', { product_id: chosen['id'], reason: 'Its name is nearest to what the shopper said.' })
}

/** The messages about the current product: those after the last mention of another product. */
function messagesOn(asked: Asked, product: Json): readonly string[] {
  const products = listOf(resultOf(asked, 'list_products')?.['products'])
  const other = asked.before.findLastIndex((text) => {
    const named = productIn(text, products)
    return named !== null && named['id'] !== product['product_id']
  })
  // A message that asks for a reason states no preference.
  return [...asked.before.slice(other + 1).filter((text) => !isAboutReason(text)), asked.text]
}

/** Adds the preferences of one more message. They replace earlier ones about the same questions. */
function merged(earlier: Wishes, now: Wishes): Wishes {
  const isLeft = ({ question_id, values, isOne }: Wish): boolean => {
    const taken = now.cleared.find((one) => one.question_id === question_id)
    if (taken && (taken.without === null || values?.some((value) => taken.without!.includes(value)))) return false
    return !now.wishes.some((wish) => wish.question_id === question_id && !(isOne && wish.values?.[0] !== values?.[0]))
  }
  const isStill = ({ question_id }: Cleared): boolean => !now.wishes.some((wish) => wish.question_id === question_id)
  return {
    ...now,
    wishes: [...earlier.wishes.filter(isLeft), ...now.wishes],
    cleared: [...earlier.cleared.filter(isStill), ...now.cleared],
    maxPrice: now.maxPrice ?? earlier.maxPrice,
  }
}

const known = new WeakMap<Asked, Wishes>()

/** The preferences from the whole conversation. */
function wished(asked: Asked): Wishes {
  const product = looked(asked)
  const found =
    known.get(asked) ??
    messagesOn(asked, product)
      .map((text) => wishesIn(text, product, languageOf(asked.system)))
      .reduce(merged)
  known.set(asked, found)
  return found
}

const isEmpty = ({ wishes, cleared, maxPrice, aim }: Wishes): boolean =>
  wishes.length === 0 && cleared.length === 0 && maxPrice === null && aim === null

const looked = (asked: Asked): Json => resultOf(asked, 'look_at_product') ?? {}

/** The questions that a shopper can answer. */
const topics = (asked: Asked): string =>
  titles(listOf(looked(asked)['questions']).filter((one) => objectOf(one)['applies'] !== false))

function afterLook(asked: Asked, value: Json, said: Sentences): Answer {
  const now = wishesIn(asked.text, value, languageOf(asked.system))
  const first = now.wishes.find(({ isSure }) => isSure) ?? now.wishes[0]
  if (first && isAboutReason(asked.text)) {
    const answer_id = (first.values ?? []).map(Number).find((id) => isAnswer(value, first.question_id, id))
    return uses('explain', answer_id === undefined ? { question_id: first.question_id } : { answer_id })
  }
  if (isEmpty(now) && resultOf(asked, 'start') === undefined) {
    return isAboutPrice(asked.text) ? uses('price', {}) : says(said.unheard.replace('{list}', () => topics(asked)))
  }
  const changes = now.cleared.filter(({ question_id }) => isHeld(value, question_id))
  if (changes.length === 0) return search(asked, false)
  return uses('select', {
    selections: changes.map(({ question_id, value: left }) => ({ question_id, value: left })),
    confirmed: true,
  })
}

const isHeld = (product: Json, question: number): boolean =>
  listOf(product['questions'])
    .map(objectOf)
    .some(({ id, selected }) => id === question && selected !== undefined)

const isAnswer = (product: Json, question: number, answer: number): boolean =>
  listOf(product['questions'])
    .map(objectOf)
    .some(({ id, answers }) => id === question && listOf(answers).some((one) => objectOf(one)['id'] === answer))

/** The preferences of a search, in order: the stated ones, then the current selections. */
function wishesOf(asked: Asked, { wishes, aim, cleared }: Wishes): readonly Wish[] {
  const isFree = ({ question_id, values = [] }: Wish): boolean =>
    !cleared.some((one) => one.question_id === question_id && (one.without?.includes(values[0] ?? '') ?? true)) &&
    !wishes.some((wish) => wish.question_id === question_id && !(wish.isOne && wish.values?.[0] !== values[0]))
  return [...wishes, ...(aim === null ? heldIn(looked(asked)).filter(isFree) : [])].slice(0, mostWishes)
}

/** Moves a number that exceeds the limits to the nearest limit. */
function nearest<T extends Pick<Wish, 'question_id' | 'values'>>(product: Json, wish: T): T {
  const [value, ...more] = (wish.values ?? []).map(Number)
  const { min, max } =
    listOf(product['questions'])
      .map(objectOf)
      .find(({ id }) => id === wish.question_id) ?? {}
  if (value === undefined || more.length > 0) return wish
  if (typeof max === 'number' && value > max) return { ...wish, values: [String(max)] }
  return typeof min === 'number' && value < min ? { ...wish, values: [String(min)] } : wish
}

/** True for an entered value, as opposed to chosen answers. */
const isMeasured = (product: Json, { question_id, values }: Wish): boolean =>
  values?.length === 1 &&
  listOf(product['questions'])
    .map(objectOf)
    .some(({ id, answers }) => id === question_id && listOf(answers).length === 0)

function search(asked: Asked, yielding: boolean): Answer {
  const all = wished(asked)
  const said = new Set(all.wishes)
  const weighed = wishesOf(asked, all).map((wish) => {
    const { isSure, isOne: _, ...sent } = wish
    const weight = said.has(wish) ? (isSure ? yielded : guessed) : held
    if (isSure && !yielding) return sent
    const near = nearest(looked(asked), sent)
    // A measured size stays required: a window cannot become cheaper by changing its width.
    return isSure && isMeasured(looked(asked), wish) ? near : { ...near, weight }
  })
  return uses('recommend', {
    aim: all.aim ?? 'closest',
    wishes: weighed,
    ...(all.maxPrice !== null && { max_price: all.maxPrice }),
  })
}

const searchesOf = ({ results }: Asked): number => results.filter(({ name }) => name === 'recommend').length

function afterRecommend(asked: Asked, value: Json, said: Sentences): Answer {
  const [best] = listOf(value['suggestions']).map(objectOf)
  if (!best && searchesOf(asked) > 1) return says(said.nothing)
  if (!best) return attempt(asked) ?? search(asked, true)
  const changes = listOf(best['changes'])
  if (changes.length > 0) return uses('select', { selections: changes, confirmed: true })
  return ended(asked, titlesOf(asked, listOf(best['to_fill'])), said)
}

/** Tries the stated selections, so the service gives the reasons for those it refuses. null if a price limit may be the cause. */
function attempt(asked: Asked): Answer | null {
  const { wishes, maxPrice } = wished(asked)
  const selections = wishes.flatMap(({ question_id, values: [value] = [], isSure, isOne }) =>
    value === undefined || !isSure || isOne ? [] : [{ question_id, value }],
  )
  return maxPrice !== null || selections.length === 0 ? null : uses('select', { selections, confirmed: true })
}

const titlesOf = (asked: Asked, ids: readonly unknown[]): string =>
  titles(listOf(looked(asked)['questions']).filter((one) => ids.includes(objectOf(one)['id'])))

function afterSelect(asked: Asked, value: Json, said: Sentences): Answer {
  const { suggestions } = resultOf(asked, 'recommend') ?? {}
  if (listOf(suggestions).length === 0) return search(asked, searchesOf(asked) > 0)
  const missing = listOf(value['missing']).map((one) => textOf(objectOf(one)['message']))
  return ended(asked, value['finished'] === true ? '' : missing.slice(0, 5).join(' '), said)
}

/** @param missing the questions that only the shopper can answer */
function ended(asked: Asked, missing: string, said: Sentences): Answer {
  const all = wished(asked)
  const [best] = listOf(resultOf(asked, 'recommend')?.['suggestions']).map(objectOf)
  const unmet = listOf(objectOf(best?.['gives_up'])['wishes']).filter((place) => Number(place) < all.wishes.length)
  const given = titlesOf(
    asked,
    unmet.map((place) => all.wishes[Number(place)]!.question_id),
  )
  const refused = asked.results.flatMap(({ name, value }) => (name === 'select' ? listOf(value['refused']) : [])).map(objectOf)
  const reasons = [...new Set(refused.map(({ message }) => `${textOf(message)} `))].join('')
  const compromise = given === '' ? reasons : `${reasons}${said.compromise.replace('{list}', () => given)} `
  if (missing !== '') return says(compromise + said.missing.replace('{list}', () => missing))
  const isOurs = isEmpty(all) && resultOf(asked, 'start') !== undefined
  return says(compromise + (isOurs ? `${said.whole} ${said.least.replace('{list}', () => topics(asked))}` : said.whole))
}

function afterPrice(asked: Asked, value: Json, said: Sentences): Answer {
  const price = objectOf(value['price'])
  const currency = /"currency":"([A-Z]{3})"/.exec(asked.system)?.[1] ?? ''
  const amount =
    typeof price['gross'] === 'number' ? `${price['gross'].toFixed(price['gross'] % 1 === 0 ? 0 : 2)} ${currency}`.trim() : null
  return says(amount === null ? said.unpriced : said.costs.replace('{amount}', () => amount))
}

function afterExplanation(_asked: Asked, value: Json, said: Sentences): Answer {
  const told = listOf(objectOf(value['explanation'])['sentences']).map(textOf).join(' ')
  return says(told === '' ? said.available : told)
}
