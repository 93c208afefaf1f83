// Explains a configuration to whoever builds the product: what applies and why not, what is missing, and how the price came about.
import { start } from '../../engine/program/configure.js'
import { explainAnswer, explainQuestion, type Explanation } from '../../engine/program/explain.js'
import type { State } from '../../engine/program/state.js'
import { traceFigure } from '../../engine/program/trace-figure.js'
import { traceLine } from '../../engine/program/trace-line.js'
import type { TraceLine } from '../../engine/program/trace.js'
import { AmountOverflow, fromAmount } from '../../engine/money/amount.js'
import { priceGoods } from '../../engine/money/total.js'
import { isRequired, missing, viewQuestion } from '../../engine/program/view.js'
import { ValidationError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import { momentOf } from '../../storage/record/moment.js'
import {
  type AutomaticReply,
  guest,
  type MissingReply,
  type PriceReply,
  type RefusedReply,
  type SelectionInput,
} from '../configuration/define.js'
import { openDesk } from '../configuration/desk.js'
import { priceOf, weightOf } from '../configuration/price.js'
import { type CompiledProduct, productTopic } from '../configuration/programs.js'
import type { Shop } from '../configuration/shop.js'

export interface ExplainInput {
  readonly product_id: number
  readonly selections: readonly SelectionInput[]
  /** Only this question and its answers are explained; all that do not apply if left out. */
  readonly question_id?: number | undefined
  readonly language?: string | undefined
  readonly currency?: string | undefined
}

/** A traced line with amounts as decimals; its parts add up to it exactly. */
export type ShownLine = Omit<TraceLine, 'amount' | 'parts'> & { readonly amount: number; readonly parts?: readonly ShownLine[] }

export interface ExplainedQuestion {
  readonly id: number
  readonly title: string
  readonly applies: boolean
  readonly required: boolean
  readonly selection: string | null
  readonly text: string | null
}

export interface WhyNot extends Explanation {
  readonly entity: 'question' | 'answer'
  readonly id: number
}

export interface ConfigurationExplanation {
  readonly product_id: number
  readonly questions: readonly ExplainedQuestion[]
  readonly missing: readonly MissingReply[]
  readonly refused: readonly RefusedReply[]
  readonly automatic: readonly AutomaticReply[]
  /** Of one piece, as a guest pays it; null where guests see no prices. */
  readonly price: PriceReply | null
  readonly weight: number
  /** Of one piece: net figures in the base currency, and from there to the gross in the shopper's (absent beyond exact amounts). */
  readonly trace: {
    readonly price: ShownLine
    readonly gross?: ShownLine
    readonly recurring?: ShownLine
    readonly recurring_gross?: ShownLine
    readonly weight: ShownLine
  }
  readonly whyNot: readonly WhyNot[]
  /** True where more does not apply than is explained; ask for one question then. */
  readonly more: boolean
}

/** Explanations of one reply at most: each is a search. */
const most = 25

function shown({ amount, parts, ...line }: TraceLine): ShownLine {
  return { ...line, amount: fromAmount(amount), ...(parts && { parts: parts.map(shown) }) }
}

/** From a unit's net to its gross: currency, rounding and tax. */
function grossOf(unit: TraceLine, shop: Shop, taxClassId: number | null): ShownLine | undefined {
  const { currency } = shop
  try {
    const { lines } = priceGoods([{ unit: unit.amount, quantity: 1, rates: shop.taxRates(taxClassId) }], currency)
    return shown(traceLine(unit, lines[0]!, { quantity: 1, currency }))
  } catch (error) {
    if (error instanceof AmountOverflow) return undefined
    throw error
  }
}

function tracesOf(state: State, product: CompiledProduct, shop: Shop): ConfigurationExplanation['trace'] {
  const [price, recurring, weight] = [traceFigure(state, 0), traceFigure(state, 1), traceFigure(state, 2)]
  const gross = grossOf(price, shop, product.taxClassId)
  const recurringGross = grossOf(recurring, shop, product.taxClassRecurringId)
  return {
    price: shown(price),
    ...(gross && { gross }),
    ...(product.program.source.use_recurring_pricing && {
      recurring: shown(recurring),
      ...(recurringGross && { recurring_gross: recurringGross }),
    }),
    weight: shown(weight),
  }
}

function whyNot(state: State, only: number | undefined): { readonly whyNot: readonly WhyNot[]; readonly more: boolean } {
  const found: WhyNot[] = []
  const wanted = state.program.questions.filter(({ id }) => only === undefined || id === only)
  for (const { id, index, firstAnswer, endAnswer } of wanted) {
    const question = explainQuestion(state, id)
    if (question) found.push({ entity: 'question', id, ...question })
    for (let answer = firstAnswer; answer < endAnswer && state.applies(index); answer++) {
      const answerId = state.program.answers[answer]!.id
      const explanation = found.length > most ? null : explainAnswer(state, answerId)
      if (explanation) found.push({ entity: 'answer', id: answerId, ...explanation })
    }
    if (found.length > most) return { whyNot: found.slice(0, most), more: true }
  }
  return { whyNot: found, more: false }
}

/** Starts from the initial values, enters the selections, stores nothing. VALIDATION_FAILED on product_id, question_id, language, currency. */
export async function explainConfiguration(context: Context, input: ExplainInput): Promise<ConfigurationExplanation> {
  const { product_id, selections, question_id, language, currency } = input
  const moment = await momentOf(context, undefined, [productTopic(product_id)])
  const wanted = { productId: product_id, language, currency: currency ?? null }
  const { product, shop, evaluation } = await openDesk(context, moment, guest, wanted)
  if (question_id !== undefined && !product.program.questionIndex.has(question_id)) {
    throw ValidationError.of('question_id', `This product has no question ${question_id}.`, 'UNKNOWN')
  }
  const { state, refused, automatic } = start(product.program, evaluation, selections)
  const titles = product.titles.get(shop.language)?.questions ?? {}
  return {
    product_id,
    questions: product.program.questions.map(({ id, index }) => {
      const { selection, text, applies } = viewQuestion(state, index)
      return { id, title: titles[id] ?? String(id), applies, required: isRequired(state, index), selection, text }
    }),
    missing: missing(state),
    refused,
    automatic,
    price: priceOf(state, product, shop),
    weight: weightOf(state),
    trace: tracesOf(state, product, shop),
    ...whyNot(state, question_id),
  }
}
