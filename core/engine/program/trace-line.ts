// Traces a priced line from its unit price to its gross: quantity and currency, discount, tax, and what rounding left over.
import { type Amount, fromAmount, toAmount } from '../money/amount.js'
import { convert, type Currency } from '../money/currency.js'
import type { GoodsPrice, PriceEntry } from '../money/goods.js'
import { sumUp, type TraceLine } from './trace.js'

/** The same tree in another measure; every line adds up again, with a rounding line where needed. */
function scaleTrace(line: TraceLine, factor: number, amount: Amount): TraceLine {
  const { parts, ...own } = line
  if (!parts) return { ...own, amount }
  return sumUp(
    { ...own, amount },
    parts.map((part) => scaleTrace(part, factor, toAmount(fromAmount(part.amount) * factor) || 0)),
  )
}

export interface LineTerms {
  readonly quantity: number
  readonly currency: Currency
  /** Whether the unit price contains the tax. */
  readonly entry?: PriceEntry
  readonly discountTitle?: string | null
}

/** The gross of a line with everything that made it; `unit` is the trace of one unit in the base currency. */
export function traceLine(
  unit: TraceLine,
  priced: GoodsPrice,
  { quantity, currency, entry = 'net', discountTitle = null }: LineTerms,
): TraceLine {
  const net = priced.netBeforeDiscount
  const entered = entry === 'net' ? net : convert(unit.amount, quantity, currency)
  const goods = scaleTrace({ ...unit, kind: 'conversion' }, quantity * currency.multiplicator, entered)
  const contained: readonly TraceLine[] = entered === net ? [] : [{ kind: 'contained_tax', amount: net - entered }]
  const title = discountTitle === null ? {} : { title: discountTitle }
  const discount: readonly TraceLine[] = priced.net === net ? [] : [{ kind: 'discount', amount: priced.net - net, ...title }]
  const { tax, rate, code } = priced
  const taxed: TraceLine = { kind: 'tax', amount: tax, rate, ...(code === null ? {} : { title: code }) }
  return sumUp({ kind: 'total', amount: priced.gross }, [goods, ...contained, ...discount, taxed])
}
