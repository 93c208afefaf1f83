// Builds the reply of a configuration: everything, or only the questions and answers that a change altered. Browsers run this file too.
import {
  type RefusedEntry,
  calculationValues,
  isRequired,
  findMissing,
  viewAnswer,
  viewQuestion,
  type AnswerReply,
  type QuestionReply,
  type SelectionInput,
} from '../../engine/program/configuration.js'
import { type AutomaticChange, currentLimits, questionTitle } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { Limits } from '../../engine/question/question-type.js'
import type { ConfigurationReply, ConfirmReply, ChangeEntry } from './define.js'
import {
  calculateAnswerPrices,
  type PricedProduct,
  calculatePrice,
  type PriceReply,
  type PricingShop,
  calculateWeight,
} from '../../shop/price.js'
import { toCurrencyView } from '../../shop/shop.js'
import type { ShopperPricingSession } from '../../shop/pricing-session.js'
import type { AvailableSteps } from './history.js'
import { translateMessage } from '../../engine/program/program.js'
import type { UploadNames } from './rows.js'

/** A snapshot of the state known to the caller, to find the changes since. */
export interface StateSnapshot {
  readonly text: readonly (string | null)[]
  readonly holds: Uint8Array
  readonly required: Uint8Array
  /** Limits of the questions with calculated limits, by question index. */
  readonly limits: ReadonlyMap<number, Limits>
}

/** Takes a snapshot of a state before it is changed in place. */
export function takeStateSnapshot(state: ConfigurationState): StateSnapshot {
  const { questions, minNode, maxNode } = state.program
  const limits = new Map<number, Limits>()
  for (const { index } of questions) {
    if (minNode[index]! >= 0 || maxNode[index]! >= 0) limits.set(index, currentLimits(state, index))
  }
  const required = Uint8Array.from(questions, ({ index }) => Number(isRequired(state, index)))
  return { text: [...state.text], holds: state.holds.slice(), required, limits }
}

function buildQuestionReplies(
  state: ConfigurationState,
  previousState: StateSnapshot | null,
  uploads: UploadNames,
): readonly QuestionReply[] {
  const changed = (index: number): boolean => {
    if (
      previousState === null ||
      previousState.text[index] !== state.text[index] ||
      previousState.holds[index] !== state.holds[index]
    )
      return true
    if (previousState.required[index] !== Number(isRequired(state, index))) return true
    const before = previousState.limits.get(index)
    if (!before) return false
    const now = currentLimits(state, index)
    return before.min !== now.min || before.max !== now.max
  }
  const view = (index: number): QuestionReply => {
    const question = viewQuestion(state, index)
    const name = question.selection === null ? undefined : uploads.get(question.selection)
    return name === undefined ? question : { ...question, text: name }
  }
  return state.program.questions.filter(({ index }) => changed(index)).map(({ index }) => view(index))
}

function buildAnswerReplies(state: ConfigurationState, previousState: StateSnapshot | null): readonly AnswerReply[] {
  const { answers, questionOfAnswer, questions } = state.program
  const replies: AnswerReply[] = []
  for (let answer = 0; answer < answers.length; answer++) {
    const rule = questions.length + answer
    const question = questionOfAnswer[answer]!
    const same =
      previousState !== null &&
      previousState.holds[rule] === state.holds[rule] &&
      previousState.holds[question] === state.holds[question]
    if (!same) replies.push(viewAnswer(state, answer))
  }
  return replies
}

export interface ChangeOutcome {
  readonly refused: readonly RefusedEntry[]
  readonly automatic: readonly AutomaticChange[]
  readonly confirm?: ConfirmReply | undefined
}

export interface ReplyDetails {
  /** The state known to the caller; null to return everything. */
  readonly seen?: StateSnapshot | null
  readonly calculations?: boolean | undefined
  readonly prices?: boolean | undefined
  /** Only the service determines it. Default: unknown. */
  readonly delivery?: ExpectedDelivery
  /** Names of uploaded files by id; the reply shows the name instead of the id. */
  readonly uploads?: UploadNames
}

/** The fields of a reply about the delivery of the product. */
export type ExpectedDelivery = Pick<ConfigurationReply, 'delivery_dates' | 'delivery_text'>

const unknownDelivery: ExpectedDelivery = { delivery_dates: null, delivery_text: null }

/** The part of the pricing session that a reply needs; browsers have the same part. */
export interface ReplySession extends Pick<ShopperPricingSession, 'place'> {
  readonly product: PricedProduct
  readonly shop: PricingShop
}

export const noUploads: UploadNames = new Map()

/** The fields of a reply that come from the stored row. */
export type ReplyHead = Pick<ConfigurationReply, 'configuration' | 'revision' | 'read_only' | keyof AvailableSteps>

/** Refuses an entry whose value is invalid for its question. */
export const refuseInvalidValue = (index: number, message: string): RefusedEntry => ({ index, code: 'INVALID_VALUE', message })

/** Nothing if the product has no unit, or the price or the number of units is unknown or not positive. */
function calculateUnitPrice(
  state: ConfigurationState,
  price: PriceReply | null,
  { currency }: PricingShop,
): Pick<ConfigurationReply, 'unit_price'> {
  const { calculations } = state.program.source
  const node = calculations.findIndex(({ price_unit }) => price_unit)
  const unit = calculations[node]?.price_unit
  if (unit === undefined || price === null || price.gross <= 0) return {}
  const units = state.value(node)
  if (!(units > 0)) return {}
  const perUnit = (amount: number): number => Number((amount / units).toFixed(currency.decimals))
  return { unit_price: { net: perUnit(price.net), tax: perUnit(price.tax), gross: perUnit(price.gross), unit } }
}

export function buildConfigurationReply(
  head: ReplyHead,
  state: ConfigurationState,
  { product, shop, place }: ReplySession,
  outcome: ChangeOutcome,
  {
    seen: previousState = null,
    calculations = false,
    prices = false,
    delivery = unknownDelivery,
    uploads = noUploads,
  }: ReplyDetails = {},
): ConfigurationReply {
  const { source } = product.program
  const price = calculatePrice(state, product, shop)
  return {
    configuration: head.configuration,
    product_id: source.id,
    revision: head.revision,
    can_undo: head.can_undo,
    can_redo: head.can_redo,
    read_only: head.read_only,
    catalog_version: Number(source.catalog_version),
    questions: buildQuestionReplies(state, previousState, uploads),
    answers: buildAnswerReplies(state, previousState),
    missing: findMissing(state),
    currency: toCurrencyView(shop.currency),
    ...place,
    price,
    ...calculateUnitPrice(state, price, shop),
    weight: calculateWeight(state),
    ...delivery,
    refused: outcome.refused,
    automatic: outcome.automatic,
    ...(outcome.confirm && { confirm: outcome.confirm }),
    ...(calculations && { calculations: calculationValues(state) }),
    ...(prices && { answer_prices: calculateAnswerPrices(state, product, shop) }),
  }
}

/** The reason why an entry is invalid, in the shopper's language. */
interface InvalidEntry {
  readonly message: string
}

/** Returns the entry with its complete selection. Rejects only lists for questions that take one entry; the engine rejects unknown ids. */
export function toCompleteEntry(state: ConfigurationState, { question_id, value }: ChangeEntry): SelectionInput | InvalidEntry {
  if (typeof value !== 'object' || value === null) return { question_id, value }
  const index = state.program.questionIndex.get(question_id)
  if (index === undefined) return { question_id, value: null }
  if (!state.program.questions[index]!.type.multiple) {
    const messageKey = 'shop.questionHasSingleValue'
    return { message: translateMessage(state.context.texts, messageKey, { question: questionTitle(state, index) }) }
  }
  const { selection } = viewQuestion(state, index)
  const selectedIds = selection === null ? [] : selection.split(',')
  const changedIds = ('add' in value ? value.add : value.remove).map(String)
  const ids = 'add' in value ? [...selectedIds, ...changedIds] : selectedIds.filter((id) => !changedIds.includes(id))
  return { question_id, value: ids.length === 0 ? null : ids.join(',') }
}

/** Shown by a client-side program. It names neither a question nor an answer, like the message below. */
export const noPriceMessage = 'shop.combinationUnpriced'

/** Shown after the server corrects a result that the page computed differently. */
export const correctedResultMessage = 'shop.resultCorrected'
