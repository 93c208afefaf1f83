// The price trace of a document line: the price and weight of one piece, then quantity, currency, discount and tax.
import { toAmount } from '../../engine/money/amount.js'
import type { Currency } from '../../engine/money/currency.js'
import type { GoodsPrice } from '../../engine/money/goods.js'
import type { DocumentLinePrice, PricedDocument } from '../../engine/money/document.js'
import { traceMeasure } from '../../engine/program/trace-measure.js'
import { traceLine } from '../../engine/program/trace-line.js'
import type { TraceLine } from '../../engine/program/trace.js'
import { type ExcerptLine, compactTrace } from '../../shop/compact-trace.js'
import { toDecimalTraceLine, type DecimalTraceLine } from '../../shop/decimal-trace.js'
import type { ProductTitles } from '../../product/compiled-products.js'
import type { Shop } from '../../shop/shop.js'
import { getProductTitles } from '../../shop/texts.js'
import type { SettledPosition } from '../cart/settle.js'

/** The content of a line's `trace` field. Amounts are decimals, and the parts of each trace line add up to it. */
export interface LineTrace {
  readonly quantity: number
  readonly currency: { readonly code: string; readonly multiplicator: number }
  /** Per piece, in the base currency. */
  readonly price: ExcerptLine
  /** For all pieces, in the document's currency: conversion, share of the discount, and tax. */
  readonly gross: DecimalTraceLine
  readonly recurring?: ExcerptLine
  readonly recurring_gross?: DecimalTraceLine
  /** Per piece. */
  readonly weight: ExcerptLine
}

/** Maximum characters of each of the three trees. Parts that do not fit are merged and still add up. */
const maxTraceCharacters = 40_000

function addTitles(line: TraceLine, titles: ProductTitles): TraceLine {
  const { question_id: question, answer_id: answer, parts } = line
  const title = answer !== undefined ? titles.answers[answer] : question !== undefined ? titles.questions[question] : undefined
  if (!parts) return title === undefined ? line : { ...line, title }
  const within = parts.map((part) => addTitles(part, titles))
  return title === undefined ? { ...line, parts: within } : { ...line, title, parts: within }
}

/** The trace of a line with a new discount. Only the steps from the unit price to the gross change. */
export function updateLineTrace(
  stored: LineTrace,
  own: GoodsPrice,
  terms: { readonly currency: Currency; readonly discountTitle: string | null },
): LineTrace {
  const { quantity, price } = stored
  const gross = traceLine({ kind: price.kind, amount: toAmount(price.amount) }, own, { quantity, ...terms })
  return { ...stored, gross: toDecimalTraceLine(gross) }
}

export function buildLineTrace(
  { state, product, position: { quantity } }: SettledPosition,
  priced: DocumentLinePrice,
  { discount, recurringDiscount }: PricedDocument,
  { currency, language, prices: entry }: Shop,
): LineTrace {
  const titles = getProductTitles(product, language)
  const [price, recurring, weight] = [traceMeasure(state, 0), traceMeasure(state, 1), traceMeasure(state, 2)]
  const toCompactLine = (line: TraceLine): ExcerptLine =>
    compactTrace(toDecimalTraceLine(addTitles(line, titles)), maxTraceCharacters, undefined)
  const grossOf = ({ kind, amount }: TraceLine, own: GoodsPrice, discountTitle: string | null): DecimalTraceLine =>
    toDecimalTraceLine(traceLine({ kind, amount }, own, { quantity, currency, entry, discountTitle }))
  return {
    quantity,
    currency: { code: currency.code, multiplicator: currency.multiplicator },
    price: toCompactLine(price),
    gross: grossOf(price, priced, discount?.title ?? null),
    ...(product.program.source.use_recurring_pricing && {
      recurring: toCompactLine(recurring),
      recurring_gross: grossOf(recurring, priced.recurring, recurringDiscount?.title ?? null),
    }),
    weight: toCompactLine(weight),
  }
}
