// The conversation flow of the scripted vendor: from a message through tool calls to a complete configuration, deterministic.
import { type JsonMap, toJsonList, toJsonMap, toStringValue } from '../protocol.js'
import { isAboutPrice, isAboutReason, isPersonRequest, isThanks } from './intents.js'
import { type ScriptTexts, getScriptTexts } from './script-texts.js'
import type { ScriptRequest, ScriptCall } from './script-request.js'
import { findMentionedProduct } from './mentioned-product.js'
import {
  type ClearedQuestion,
  listCurrentPreferences,
  type StatedPreference,
  type StatedPreferences,
  parsePreferences,
} from './stated-preferences.js'

export interface ScriptAnswer {
  readonly text: string
  readonly calls: readonly ScriptCall[]
}

/** Maximum number of preferences per search. The weights below rank stated preferences far above current selections. */
const maxPreferences = 50
/** Maximum characters of a product search. */
const maxSearchLength = 1_000
const [yielded, guessed, held] = [100, 50, 1]

const createTextAnswer = (text: string): ScriptAnswer => ({ text, calls: [] })
const createCallAnswer = (name: string, input: JsonMap): ScriptAnswer => ({ text: '', calls: [{ name, input }] })

const joinTitles = (list: readonly unknown[], most = 6): string =>
  [...new Set(list.map((one) => toStringValue(toJsonMap(one)['title'])))].slice(0, most).join(', ')

const findToolResult = ({ results }: ScriptRequest, tool: string): JsonMap | undefined =>
  results.findLast(({ name }) => name === tool)?.value

/** The next step after the tools used since the last message. */
export function createNextAnswer(asked: ScriptRequest): ScriptAnswer {
  const said = getScriptTexts(asked.system)
  if (!asked.hasTools) return createTextAnswer(said.review)
  const last = asked.results.at(-1)
  if (!last) {
    if (isPersonRequest(asked.text)) return createCallAnswer('hand_over', {})
    return isThanks(asked.text) ? createTextAnswer(said.welcome) : createCallAnswer('list_products', {})
  }
  if (typeof last.value['error'] === 'string')
    return createTextAnswer(said.refused.replace('{reason}', () => toStringValue(last.value['error'])))
  const steps: Readonly<Record<string, (asked: ScriptRequest, value: JsonMap, said: ScriptTexts) => ScriptAnswer>> = {
    list_products: answerAfterList,
    start: searchProduct,
    look_at_product: answerAfterLook,
    recommend: answerAfterRecommend,
    select: answerAfterSelect,
    hand_over: () => createTextAnswer(said.person),
    price: answerAfterPrice,
    explain: answerAfterExplanation,
  }
  return steps[last.name]?.(asked, last.value, said) ?? createTextAnswer(said.whole)
}

/** The latest message comes first in the search text for large products. */
function searchProduct({ text, before }: ScriptRequest): ScriptAnswer {
  const words = [text, ...before.toReversed()].join(' ')
  return createCallAnswer('look_at_product', { search: words.slice(0, maxSearchLength) })
}

function answerAfterList(asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const { text, system, before } = asked
  const configuring = !system.includes('Nothing is being configured yet.')
  const products = toJsonList(value['products'])
  const named = findMentionedProduct(text, products) ?? (configuring ? null : findMentionedProduct(before.join(' ; '), products))
  const current = /"product_id":(\d+)/.exec(system)?.[1]
  if (configuring && (named === null || String(named['id']) === current)) return searchProduct(asked)
  const chosen = named ?? (products.length === 1 ? toJsonMap(products[0]) : null)
  if (chosen === null) return createTextAnswer(said.which.replace('{list}', () => joinTitles(products)))
  return createCallAnswer('start', { product_id: chosen['id'], reason: 'Its name is nearest to what the shopper said.' })
}

/** The messages about the current product: those after the last mention of another product. */
function findProductMessages(asked: ScriptRequest, product: JsonMap): readonly string[] {
  const products = toJsonList(findToolResult(asked, 'list_products')?.['products'])
  const other = asked.before.findLastIndex((text) => {
    const named = findMentionedProduct(text, products)
    return named !== null && named['id'] !== product['product_id']
  })
  // A message that asks for a reason states no preference.
  return [...asked.before.slice(other + 1).filter((text) => !isAboutReason(text)), asked.text]
}

/** Adds the preferences of one more message. They replace earlier ones about the same questions. */
function mergePreferences(earlier: StatedPreferences, now: StatedPreferences): StatedPreferences {
  const isLeft = ({ question_id, values, isOne }: StatedPreference): boolean => {
    const taken = now.cleared.find((one) => one.question_id === question_id)
    if (taken && (taken.without === null || values?.some((value) => taken.without!.includes(value)))) return false
    return !now.wishes.some((wish) => wish.question_id === question_id && !(isOne && wish.values?.[0] !== values?.[0]))
  }
  const isStill = ({ question_id }: ClearedQuestion): boolean => !now.wishes.some((wish) => wish.question_id === question_id)
  return {
    ...now,
    wishes: [...earlier.wishes.filter(isLeft), ...now.wishes],
    cleared: [...earlier.cleared.filter(isStill), ...now.cleared],
    maxPrice: now.maxPrice ?? earlier.maxPrice,
  }
}

const preferencesByRequest = new WeakMap<ScriptRequest, StatedPreferences>()

/** The preferences from the whole conversation. */
function collectPreferences(asked: ScriptRequest): StatedPreferences {
  const product = getViewedProduct(asked)
  const found =
    preferencesByRequest.get(asked) ??
    findProductMessages(asked, product)
      .map((text) => parsePreferences(text, product))
      .reduce(mergePreferences)
  preferencesByRequest.set(asked, found)
  return found
}

const isEmpty = ({ wishes, cleared, maxPrice, aim }: StatedPreferences): boolean =>
  wishes.length === 0 && cleared.length === 0 && maxPrice === null && aim === null

const getViewedProduct = (asked: ScriptRequest): JsonMap => findToolResult(asked, 'look_at_product') ?? {}

/** The questions that a shopper can answer. */
const joinTopics = (asked: ScriptRequest): string =>
  joinTitles(toJsonList(getViewedProduct(asked)['questions']).filter((one) => toJsonMap(one)['applies'] !== false))

function answerAfterLook(asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const now = parsePreferences(asked.text, value)
  const first = now.wishes.find(({ isSure }) => isSure) ?? now.wishes[0]
  if (first && isAboutReason(asked.text)) {
    const answer_id = (first.values ?? []).map(Number).find((id) => isAnswer(value, first.question_id, id))
    return createCallAnswer('explain', answer_id === undefined ? { question_id: first.question_id } : { answer_id })
  }
  if (isEmpty(now) && findToolResult(asked, 'start') === undefined) {
    return isAboutPrice(asked.text)
      ? createCallAnswer('price', {})
      : createTextAnswer(said.unheard.replace('{list}', () => joinTopics(asked)))
  }
  const changes = now.cleared.filter(({ question_id }) => isSelected(value, question_id))
  if (changes.length === 0) return searchConfiguration(asked, false)
  return createCallAnswer('select', {
    selections: changes.map(({ question_id, value: left }) => ({ question_id, value: left })),
    confirmed: true,
  })
}

const isSelected = (product: JsonMap, question: number): boolean =>
  toJsonList(product['questions'])
    .map(toJsonMap)
    .some(({ id, selected }) => id === question && selected !== undefined)

const isAnswer = (product: JsonMap, question: number, answer: number): boolean =>
  toJsonList(product['questions'])
    .map(toJsonMap)
    .some(({ id, answers }) => id === question && toJsonList(answers).some((one) => toJsonMap(one)['id'] === answer))

/** The preferences of a search, in order: the stated ones, then the current selections. */
function listSearchPreferences(asked: ScriptRequest, { wishes, aim, cleared }: StatedPreferences): readonly StatedPreference[] {
  const isFree = ({ question_id, values = [] }: StatedPreference): boolean =>
    !cleared.some((one) => one.question_id === question_id && (one.without?.includes(values[0] ?? '') ?? true)) &&
    !wishes.some((wish) => wish.question_id === question_id && !(wish.isOne && wish.values?.[0] !== values[0]))
  return [...wishes, ...(aim === null ? listCurrentPreferences(getViewedProduct(asked)).filter(isFree) : [])].slice(
    0,
    maxPreferences,
  )
}

/** Moves a number that exceeds the limits to the nearest limit. */
function limitToRange<T extends Pick<StatedPreference, 'question_id' | 'values'>>(product: JsonMap, wish: T): T {
  const [value, ...more] = (wish.values ?? []).map(Number)
  const { min, max } =
    toJsonList(product['questions'])
      .map(toJsonMap)
      .find(({ id }) => id === wish.question_id) ?? {}
  if (value === undefined || more.length > 0) return wish
  if (typeof max === 'number' && value > max) return { ...wish, values: [String(max)] }
  return typeof min === 'number' && value < min ? { ...wish, values: [String(min)] } : wish
}

/** True for an entered value, as opposed to chosen answers. */
const isEnteredValue = (product: JsonMap, { question_id, values }: StatedPreference): boolean =>
  values?.length === 1 &&
  toJsonList(product['questions'])
    .map(toJsonMap)
    .some(({ id, answers }) => id === question_id && toJsonList(answers).length === 0)

function searchConfiguration(asked: ScriptRequest, yielding: boolean): ScriptAnswer {
  const all = collectPreferences(asked)
  const said = new Set(all.wishes)
  const weighed = listSearchPreferences(asked, all).map((wish) => {
    const { isSure, isOne: _, ...sent } = wish
    const weight = said.has(wish) ? (isSure ? yielded : guessed) : held
    if (isSure && !yielding) return sent
    const near = limitToRange(getViewedProduct(asked), sent)
    // A measured size stays required: a window cannot become cheaper by changing its width.
    return isSure && isEnteredValue(getViewedProduct(asked), wish) ? near : { ...near, weight }
  })
  return createCallAnswer('recommend', {
    aim: all.aim ?? 'closest',
    wishes: weighed,
    ...(all.maxPrice !== null && { max_price: all.maxPrice }),
  })
}

const countSearches = ({ results }: ScriptRequest): number => results.filter(({ name }) => name === 'recommend').length

function answerAfterRecommend(asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const [best] = toJsonList(value['suggestions']).map(toJsonMap)
  if (!best && countSearches(asked) > 1) return createTextAnswer(said.nothing)
  if (!best) return trySelections(asked) ?? searchConfiguration(asked, true)
  const changes = toJsonList(best['changes'])
  if (changes.length > 0) return createCallAnswer('select', { selections: changes, confirmed: true })
  return createFinalAnswer(asked, joinQuestionTitles(asked, toJsonList(best['to_fill'])), said)
}

/** Tries the stated selections, so the service gives the reasons for those it refuses. null if a price limit may be the cause. */
function trySelections(asked: ScriptRequest): ScriptAnswer | null {
  const { wishes, maxPrice } = collectPreferences(asked)
  const selections = wishes.flatMap(({ question_id, values: [value] = [], isSure, isOne }) =>
    value === undefined || !isSure || isOne ? [] : [{ question_id, value }],
  )
  return maxPrice !== null || selections.length === 0 ? null : createCallAnswer('select', { selections, confirmed: true })
}

const joinQuestionTitles = (asked: ScriptRequest, ids: readonly unknown[]): string =>
  joinTitles(toJsonList(getViewedProduct(asked)['questions']).filter((one) => ids.includes(toJsonMap(one)['id'])))

function answerAfterSelect(asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const { suggestions } = findToolResult(asked, 'recommend') ?? {}
  if (toJsonList(suggestions).length === 0) return searchConfiguration(asked, countSearches(asked) > 0)
  const missing = toJsonList(value['missing']).map((one) => toStringValue(toJsonMap(one)['message']))
  return createFinalAnswer(asked, value['finished'] === true ? '' : missing.slice(0, 5).join(' '), said)
}

/** @param missing the questions that only the shopper can answer */
function createFinalAnswer(asked: ScriptRequest, missing: string, said: ScriptTexts): ScriptAnswer {
  const all = collectPreferences(asked)
  const [best] = toJsonList(findToolResult(asked, 'recommend')?.['suggestions']).map(toJsonMap)
  const unmet = toJsonList(toJsonMap(best?.['gives_up'])['wishes']).filter((place) => Number(place) < all.wishes.length)
  const given = joinQuestionTitles(
    asked,
    unmet.map((place) => all.wishes[Number(place)]!.question_id),
  )
  const refused = asked.results
    .flatMap(({ name, value }) => (name === 'select' ? toJsonList(value['refused']) : []))
    .map(toJsonMap)
  const reasons = [...new Set(refused.map(({ message }) => `${toStringValue(message)} `))].join('')
  const compromise = given === '' ? reasons : `${reasons}${said.compromise.replace('{list}', () => given)} `
  if (missing !== '') return createTextAnswer(compromise + said.missing.replace('{list}', () => missing))
  const isOurs = isEmpty(all) && findToolResult(asked, 'start') !== undefined
  return createTextAnswer(
    compromise + (isOurs ? `${said.whole} ${said.least.replace('{list}', () => joinTopics(asked))}` : said.whole),
  )
}

function answerAfterPrice(asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const price = toJsonMap(value['price'])
  const currency = /"currency":"([A-Z]{3})"/.exec(asked.system)?.[1] ?? ''
  const amount =
    typeof price['gross'] === 'number' ? `${price['gross'].toFixed(price['gross'] % 1 === 0 ? 0 : 2)} ${currency}`.trim() : null
  return createTextAnswer(amount === null ? said.unpriced : said.costs.replace('{amount}', () => amount))
}

function answerAfterExplanation(_asked: ScriptRequest, value: JsonMap, said: ScriptTexts): ScriptAnswer {
  const told = toJsonList(toJsonMap(value['explanation'])['sentences']).map(toStringValue).join(' ')
  return createTextAnswer(told === '' ? said.available : told)
}
