// Traces a priced line from unit price to gross: quantity and currency, discount, tax and rounding differences.
import { type Amount, fromAmount, toAmount } from '../money/amount.js'
import { convertAmount, type Currency } from '../money/currency.js'
import type { GoodsPrice, PriceEntry } from '../money/goods.js'
import { createTraceLine, type TraceLine } from './trace.js'

/** Scales a trace. Every line adds up again, with a rounding line where necessary. */
function scaleTrace(line: TraceLine, factor: number, amount: Amount): TraceLine {
  const { parts, ...lineFields } = line
  if (!parts) return { ...lineFields, amount }
  return createTraceLine(
    { ...lineFields, amount },
    parts.map((part) => scaleTrace(part, factor, toAmount(fromAmount(part.amount) * factor) || 0)),
  )
}

export interface LineTerms {
  readonly quantity: number
  readonly currency: Currency
  /** Whether the unit price includes tax. */
  readonly entry?: PriceEntry
  readonly discountTitle?: string | null
}

/** The gross amount of a line as a trace. `unit` is the trace of one unit in the base currency. */
export function traceLine(
  unit: TraceLine,
  priced: GoodsPrice,
  { quantity, currency, entry = 'net', discountTitle = null }: LineTerms,
): TraceLine {
  const net = priced.netBeforeDiscount
  const enteredAmount = entry === 'net' ? net : convertAmount(unit.amount, quantity, currency)
  const goods = scaleTrace({ ...unit, kind: 'conversion' }, quantity * currency.multiplicator, enteredAmount)
  const containedTax: readonly TraceLine[] = enteredAmount === net ? [] : [{ kind: 'contained_tax', amount: net - enteredAmount }]
  const title = discountTitle === null ? {} : { title: discountTitle }
  const discount: readonly TraceLine[] = priced.net === net ? [] : [{ kind: 'discount', amount: priced.net - net, ...title }]
  const { tax, rate, code } = priced
  const taxLine: TraceLine = { kind: 'tax', amount: tax, rate, ...(code === null ? {} : { title: code }) }
  return createTraceLine({ kind: 'total', amount: priced.gross }, [goods, ...containedTax, ...discount, taxLine])
}
