// Explains a configuration to the product's author: which questions apply and why not, missing entries, and the price trace.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { explainAnswer, explainQuestion, type Explanation } from '../engine/program/explanation.js'
import { guest } from './shopper.js'
import type { AutomaticChange } from '../engine/program/settlement.js'
import {
  initializeConfiguration,
  type RefusedEntry,
  type SelectionInput,
  isRequired,
  findMissing,
  viewQuestion,
  type MissingEntry,
} from '../engine/program/configuration.js'
import type { ConfigurationState } from '../engine/program/state.js'
import { traceLine, toDecimalTraceLine, traceMeasure } from '../engine/program/trace.js'
import type { TraceLine, DecimalTraceLine } from '../engine/program/trace-line.js'
import { computeUnitTotals } from '../engine/program/state.js'
import { type Amount, AmountOverflow } from '../engine/money/amount.js'
import { priceGoods } from '../engine/money/goods.js'
import { ValidationError } from '../foundation/errors.js'
import type { Context } from '../storage/context.js'
import { ServiceContext } from '../storage/service-context.js'
import type { Shop } from './shop.js'
import { openPricingSession } from './pricing-session.js'
import { calculatePrice, calculateWeight, type PriceReply } from './price.js'
import { type CompiledProduct, toProductTopic } from '../product/compiled-products.js'
import { createMessage } from '../foundation/message.js'

interface ExplainInput {
  readonly product_id: number
  readonly selections: readonly SelectionInput[]
  /** Explains only this question and its answers. Default: everything that does not apply. */
  readonly question_id?: number | undefined
  readonly language?: string | undefined
  readonly currency?: string | undefined
}

interface ExplainedQuestion {
  readonly id: number
  readonly title: string
  readonly applies: boolean
  readonly required: boolean
  readonly selection: string | null
  readonly text: string | null
}

interface WhyNotExplanation extends Explanation {
  readonly entity: 'question' | 'answer'
  readonly id: number
}

/** Maximum number of explanations in a reply. */
const maxExplanations = 25

interface WhyNotReport {
  readonly whyNot: readonly WhyNotExplanation[]
  readonly more: boolean
}

/**
 * Yields to other requests after each explanation. One takes up to 30 ms if a rule reads a thousand prices.
 * @param only the question to explain; default: all questions
 */
export async function explainUnavailable(state: ConfigurationState, only: number | undefined): Promise<WhyNotReport> {
  const explanations: WhyNotExplanation[] = []
  const questions = state.program.questions.filter(({ id }) => only === undefined || id === only)
  for (const { id, index, firstAnswer, endAnswer } of questions) {
    const question = explainQuestion(state, id)
    if (question) {
      explanations.push({ entity: 'question', id, ...question })
      await nextTurn()
    }
    for (let answer = firstAnswer; answer < endAnswer && state.applies(index); answer++) {
      const answerId = state.program.answers[answer]!.id
      const explanation = explanations.length > maxExplanations ? null : explainAnswer(state, answerId)
      if (explanation) {
        explanations.push({ entity: 'answer', id: answerId, ...explanation })
        await nextTurn()
      }
    }
    if (explanations.length > maxExplanations) return { whyNot: explanations.slice(0, maxExplanations), more: true }
  }
  return { whyNot: explanations, more: false }
}

export interface ConfigurationExplanation {
  readonly product_id: number
  readonly questions: readonly ExplainedQuestion[]
  readonly missing: readonly MissingEntry[]
  readonly refused: readonly RefusedEntry[]
  readonly automatic: readonly AutomaticChange[]
  /** For one piece, for a guest; null if guests may not see prices. */
  readonly price: PriceReply | null
  readonly weight: number
  /** For one piece: net in the base currency, then gross in the shopper's (absent if it exceeds exact amounts). */
  readonly trace: {
    readonly price: DecimalTraceLine
    readonly gross?: DecimalTraceLine
    readonly recurring?: DecimalTraceLine
    readonly recurring_gross?: DecimalTraceLine
    readonly weight: DecimalTraceLine
  }
  readonly whyNot: readonly WhyNotExplanation[]
  /** True if the explanations are incomplete. Ask for one question then. */
  readonly more: boolean
}

/** The trace from a unit's net price to its gross price: currency, rounding and tax. */
function traceGross(unit: Amount, trace: TraceLine, shop: Shop, taxClassId: number | null): DecimalTraceLine | undefined {
  const { currency } = shop
  try {
    const { lines } = priceGoods([{ unit, quantity: 1, rates: shop.taxRates(taxClassId) }], { currency })
    return toDecimalTraceLine(traceLine(trace, lines[0]!, { quantity: 1, currency }))
  } catch (error) {
    if (error instanceof AmountOverflow) return undefined
    throw error
  }
}

function buildTraces(state: ConfigurationState, product: CompiledProduct, shop: Shop): ConfigurationExplanation['trace'] {
  const [price, recurring, weight] = [traceMeasure(state, 0), traceMeasure(state, 1), traceMeasure(state, 2)]
  const unitTotals = computeUnitTotals(state)
  const gross = traceGross(unitTotals.net, price, shop, product.taxClassId)
  const recurringGross = traceGross(unitTotals.recurring, recurring, shop, product.taxClassRecurringId)
  return {
    price: toDecimalTraceLine(price),
    ...(gross && { gross }),
    ...(product.program.source.use_recurring_pricing && {
      recurring: toDecimalTraceLine(recurring),
      ...(recurringGross && { recurring_gross: recurringGross }),
    }),
    weight: toDecimalTraceLine(weight),
  }
}

/** Applies the selections to the initial values. Stores nothing. VALIDATION_FAILED on product_id, question_id, language, currency. */
export async function explainConfiguration(context: Context, input: ExplainInput): Promise<ConfigurationExplanation> {
  const { product_id, selections, question_id, language, currency } = input
  const work = await new ServiceContext(context).at(toProductTopic(product_id))
  const request = { productId: product_id, language, currency: currency ?? null }
  const { product, shop, evaluation } = await openPricingSession(work, guest, request)
  if (question_id !== undefined && !product.program.questionIndex.has(question_id)) {
    throw ValidationError.of('question_id', createMessage('errors.noQuestionInProduct', { id: String(question_id) }), 'UNKNOWN')
  }
  const { state, refused, automatic } = initializeConfiguration(product.program, evaluation, selections)
  const titles = product.titles.get(shop.language)?.questions ?? {}
  return {
    product_id,
    questions: product.program.questions.map(({ id, index }) => {
      const { selection, text, applies } = viewQuestion(state, index)
      return { id, title: titles[id] ?? String(id), applies, required: isRequired(state, index), selection, text }
    }),
    missing: findMissing(state),
    refused,
    automatic,
    price: calculatePrice(state, product, shop),
    weight: calculateWeight(state),
    trace: buildTraces(state, product, shop),
    ...(await explainUnavailable(state, question_id)),
  }
}
