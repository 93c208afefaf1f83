// The conversation flow of the scripted vendor: from a message through tool calls to a complete configuration, deterministic.
import german from '../../../../messages/advisor-script.de.json' with { type: 'json' }
import english from '../../../../messages/advisor-script.en.json' with { type: 'json' }
import hebrew from '../../../../messages/advisor-script.he.json' with { type: 'json' }
import prompts from '../../prompts.json' with { type: 'json' }
import { type JsonMap, toJsonList, toJsonMap, toStringValue } from '../define.js'
import { isAboutPrice, isAboutReason, isPersonRequest, isThanks } from './words.js'
import type { ScriptAnswer, ScriptRequest } from './script-protocols.js'
import {
  findMentionedProduct,
  type ClearedQuestion,
  listCurrentPreferences,
  type StatedPreference,
  type StatedPreferences,
  parsePreferences,
} from './stated-preferences.js'

/** Maximum number of preferences per search. The weights below rank stated preferences far above current selections. */
const maxPreferences = 50
/** Maximum characters of a product search. */
const maxSearchLength = 1_000
const [yielded, guessed, held] = [100, 50, 1]

const createTextAnswer = (text: string): ScriptAnswer => ({ text, calls: [] })
const createCallAnswer = (name: string, input: JsonMap): ScriptAnswer => ({ text: '', calls: [{ name, input }] })

const joinTitles = (list: readonly unknown[], limit = 6): string =>
  [...new Set(list.map((item) => toStringValue(toJsonMap(item)['title'])))].slice(0, limit).join(', ')

const findToolResult = ({ results }: ScriptRequest, tool: string): JsonMap | undefined =>
  results.findLast(({ name }) => name === tool)?.value

// The texts of the scripted vendor, in the languages of the demo shop.

type ScriptTexts = typeof english

const scriptTexts: Readonly<Record<string, ScriptTexts>> = { de: german, en: english, he: hebrew }

/** The language that the system prompt names. */
const findPromptLanguage = (system: string): string => /Answer in the language (\w{2})/.exec(system)?.[1] ?? 'en'

const getScriptTexts = (system: string): ScriptTexts => scriptTexts[findPromptLanguage(system)] ?? english

/** The next step after the tools used since the last message. */
export function createNextAnswer(request: ScriptRequest): ScriptAnswer {
  const texts = getScriptTexts(request.system)
  if (!request.hasTools) return createTextAnswer(texts.review)
  const last = request.results.at(-1)
  if (!last) {
    if (isPersonRequest(request.text)) return createCallAnswer('hand_over', {})
    return isThanks(request.text) ? createTextAnswer(texts.welcome) : createCallAnswer('list_products', {})
  }
  if (typeof last.value['error'] === 'string')
    return createTextAnswer(texts.refused.replace('{reason}', () => toStringValue(last.value['error'])))
  const steps: Readonly<Record<string, (asked: ScriptRequest, value: JsonMap, said: ScriptTexts) => ScriptAnswer>> = {
    list_products: answerAfterList,
    start: searchProduct,
    look_at_product: answerAfterLook,
    recommend: answerAfterRecommend,
    select: answerAfterSelect,
    hand_over: () => createTextAnswer(texts.person),
    price: answerAfterPrice,
    explain: answerAfterExplanation,
  }
  return steps[last.name]?.(request, last.value, texts) ?? createTextAnswer(texts.whole)
}

/** The latest message comes first in the search text for large products. */
function searchProduct({ text, before }: ScriptRequest): ScriptAnswer {
  const words = [text, ...before.toReversed()].join(' ')
  return createCallAnswer('look_at_product', { search: words.slice(0, maxSearchLength) })
}

function answerAfterList(request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const { text, system, before } = request
  const configuring = !system.includes(prompts.noConfiguration)
  const products = toJsonList(value['products'])
  const mentionedProduct =
    findMentionedProduct(text, products) ?? (configuring ? null : findMentionedProduct(before.join(' ; '), products))
  const current = /"product_id":(\d+)/.exec(system)?.[1]
  if (configuring && (mentionedProduct === null || String(mentionedProduct['id']) === current)) return searchProduct(request)
  const chosen = mentionedProduct ?? (products.length === 1 ? toJsonMap(products[0]) : null)
  if (chosen === null) return createTextAnswer(texts.which.replace('{list}', () => joinTitles(products)))
  return createCallAnswer('start', { product_id: chosen['id'], reason: 'Its name is nearest to what the shopper said.' })
}

/** The messages about the current product: those after the last mention of another product. */
function findProductMessages(request: ScriptRequest, product: JsonMap): readonly string[] {
  const products = toJsonList(findToolResult(request, 'list_products')?.['products'])
  const other = request.before.findLastIndex((text) => {
    const mentionedProduct = findMentionedProduct(text, products)
    return mentionedProduct !== null && mentionedProduct['id'] !== product['product_id']
  })
  // A message that asks for a reason states no preference.
  return [...request.before.slice(other + 1).filter((text) => !isAboutReason(text)), request.text]
}

/** Adds the preferences of one more message. They replace earlier ones about the same questions. */
function mergePreferences(earlier: StatedPreferences, now: StatedPreferences): StatedPreferences {
  const isApplicable = ({ question_id, values, isOne: isSingle }: StatedPreference): boolean => {
    const clearing = now.cleared.find((entry) => entry.question_id === question_id)
    if (clearing && (clearing.without === null || values?.some((value) => clearing.without!.includes(value)))) return false
    return !now.wishes.some((wish) => wish.question_id === question_id && !(isSingle && wish.values?.[0] !== values?.[0]))
  }
  const isStill = ({ question_id }: ClearedQuestion): boolean => !now.wishes.some((wish) => wish.question_id === question_id)
  return {
    ...now,
    wishes: [...earlier.wishes.filter(isApplicable), ...now.wishes],
    cleared: [...earlier.cleared.filter(isStill), ...now.cleared],
    maxPrice: now.maxPrice ?? earlier.maxPrice,
  }
}

const preferencesByRequest = new WeakMap<ScriptRequest, StatedPreferences>()

/** The preferences from the whole conversation. */
function collectPreferences(request: ScriptRequest): StatedPreferences {
  const product = getViewedProduct(request)
  const preferences =
    preferencesByRequest.get(request) ??
    findProductMessages(request, product)
      .map((text) => parsePreferences(text, product, findPromptLanguage(request.system)))
      .reduce(mergePreferences)
  preferencesByRequest.set(request, preferences)
  return preferences
}

const isEmpty = ({ wishes, cleared, maxPrice, aim }: StatedPreferences): boolean =>
  wishes.length === 0 && cleared.length === 0 && maxPrice === null && aim === null

const getViewedProduct = (request: ScriptRequest): JsonMap => findToolResult(request, 'look_at_product') ?? {}

/** The questions that a shopper can answer. */
const joinTopics = (request: ScriptRequest): string =>
  joinTitles(toJsonList(getViewedProduct(request)['questions']).filter((question) => toJsonMap(question)['applies'] !== false))

function answerAfterLook(request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const now = parsePreferences(request.text, value, findPromptLanguage(request.system))
  const first = now.wishes.find(({ isSure }) => isSure) ?? now.wishes[0]
  if (first && isAboutReason(request.text)) {
    const answer_id = (first.values ?? []).map(Number).find((id) => isAnswer(value, first.question_id, id))
    return createCallAnswer('explain', answer_id === undefined ? { question_id: first.question_id } : { answer_id })
  }
  if (isEmpty(now) && findToolResult(request, 'start') === undefined) {
    return isAboutPrice(request.text)
      ? createCallAnswer('price', {})
      : createTextAnswer(texts.notUnderstood.replace('{list}', () => joinTopics(request)))
  }
  const changes = now.cleared.filter(({ question_id }) => isSelected(value, question_id))
  if (changes.length === 0) return searchConfiguration(request, false)
  return createCallAnswer('select', {
    selections: changes.map(({ question_id, value: answerValue }) => ({ question_id, value: answerValue })),
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
    .some(({ id, answers }) => id === question && toJsonList(answers).some((item) => toJsonMap(item)['id'] === answer))

/** The preferences of a search, in order: the stated ones, then the current selections. */
function listSearchPreferences(request: ScriptRequest, { wishes, aim, cleared }: StatedPreferences): readonly StatedPreference[] {
  const isFree = ({ question_id, values = [] }: StatedPreference): boolean =>
    !cleared.some((entry) => entry.question_id === question_id && (entry.without?.includes(values[0] ?? '') ?? true)) &&
    !wishes.some((wish) => wish.question_id === question_id && !(wish.isOne && wish.values?.[0] !== values[0]))
  return [...wishes, ...(aim === null ? listCurrentPreferences(getViewedProduct(request)).filter(isFree) : [])].slice(
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

function searchConfiguration(request: ScriptRequest, yielding: boolean): ScriptAnswer {
  const all = collectPreferences(request)
  const statedWishes = new Set(all.wishes)
  const weighed = listSearchPreferences(request, all).map((wish) => {
    const { isSure, isOne: _, ...preference } = wish
    const weight = statedWishes.has(wish) ? (isSure ? yielded : guessed) : held
    if (isSure && !yielding) return preference
    const near = limitToRange(getViewedProduct(request), preference)
    // A measured size stays required: a window cannot become cheaper by changing its width.
    return isSure && isEnteredValue(getViewedProduct(request), wish) ? near : { ...near, weight }
  })
  return createCallAnswer('recommend', {
    aim: all.aim ?? 'closest',
    wishes: weighed,
    ...(all.maxPrice !== null && { max_price: all.maxPrice }),
  })
}

const countSearches = ({ results }: ScriptRequest): number => results.filter(({ name }) => name === 'recommend').length

function answerAfterRecommend(request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const [best] = toJsonList(value['suggestions']).map(toJsonMap)
  if (!best && countSearches(request) > 1) return createTextAnswer(texts.nothing)
  if (!best) return trySelections(request) ?? searchConfiguration(request, true)
  const changes = toJsonList(best['changes'])
  if (changes.length > 0) return createCallAnswer('select', { selections: changes, confirmed: true })
  return createFinalAnswer(request, joinQuestionTitles(request, toJsonList(best['to_fill'])), texts)
}

/** Tries the stated selections, so the service gives the reasons for those it refuses. null if a price limit may be the cause. */
function trySelections(request: ScriptRequest): ScriptAnswer | null {
  const { wishes, maxPrice } = collectPreferences(request)
  const selections = wishes.flatMap(({ question_id, values: [value] = [], isSure, isOne: isSingle }) =>
    value === undefined || !isSure || isSingle ? [] : [{ question_id, value }],
  )
  return maxPrice !== null || selections.length === 0 ? null : createCallAnswer('select', { selections, confirmed: true })
}

const joinQuestionTitles = (request: ScriptRequest, ids: readonly unknown[]): string =>
  joinTitles(toJsonList(getViewedProduct(request)['questions']).filter((question) => ids.includes(toJsonMap(question)['id'])))

function answerAfterSelect(request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const { suggestions } = findToolResult(request, 'recommend') ?? {}
  if (toJsonList(suggestions).length === 0) return searchConfiguration(request, countSearches(request) > 0)
  const missing = toJsonList(value['missing']).map((item) => toStringValue(toJsonMap(item)['message']))
  return createFinalAnswer(request, value['finished'] === true ? '' : missing.slice(0, 5).join(' '), texts)
}

/** @param missing the questions that only the shopper can answer */
function createFinalAnswer(request: ScriptRequest, missing: string, texts: ScriptTexts): ScriptAnswer {
  const all = collectPreferences(request)
  const [best] = toJsonList(findToolResult(request, 'recommend')?.['suggestions']).map(toJsonMap)
  const unmet = toJsonList(toJsonMap(best?.['gives_up'])['wishes']).filter((place) => Number(place) < all.wishes.length)
  const unmetTitles = joinQuestionTitles(
    request,
    unmet.map((place) => all.wishes[Number(place)]!.question_id),
  )
  const refused = request.results
    .flatMap(({ name, value }) => (name === 'select' ? toJsonList(value['refused']) : []))
    .map(toJsonMap)
  const reasons = [...new Set(refused.map(({ message }) => `${toStringValue(message)} `))].join('')
  const compromise = unmetTitles === '' ? reasons : `${reasons}${texts.compromise.replace('{list}', () => unmetTitles)} `
  if (missing !== '') return createTextAnswer(compromise + texts.missing.replace('{list}', () => missing))
  const isOurs = isEmpty(all) && findToolResult(request, 'start') !== undefined
  return createTextAnswer(
    compromise + (isOurs ? `${texts.whole} ${texts.least.replace('{list}', () => joinTopics(request))}` : texts.whole),
  )
}

function answerAfterPrice(request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const price = toJsonMap(value['price'])
  const currency = /"currency":"([A-Z]{3})"/.exec(request.system)?.[1] ?? ''
  const amount =
    typeof price['gross'] === 'number' ? `${price['gross'].toFixed(price['gross'] % 1 === 0 ? 0 : 2)} ${currency}`.trim() : null
  return createTextAnswer(amount === null ? texts.unpriced : texts.costs.replace('{amount}', () => amount))
}

function answerAfterExplanation(_request: ScriptRequest, value: JsonMap, texts: ScriptTexts): ScriptAnswer {
  const explanation = toJsonList(toJsonMap(value['explanation'])['sentences']).map(toStringValue).join(' ')
  return createTextAnswer(explanation === '' ? texts.available : explanation)
}
