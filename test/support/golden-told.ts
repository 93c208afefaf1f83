// A priced document in the words in which golden orders say what they expect.
import { fromAmount } from '../../core/engine/money/amount.js'
import type { PricedDocument } from '../../core/engine/money/document.js'
import type { GoodsPrice, Total } from '../../core/engine/money/goods.js'
import type { UnitFigures } from '../../core/engine/program/price.js'
import type { GoldenCart, GoldenOrder } from './golden-orders.js'

const total = ({ net, tax, gross }: Total) => ({ net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross) })

const discounted = (price: GoodsPrice) => ({
  net_before_discount: fromAmount(price.netBeforeDiscount),
  ...total(price),
  tax_rate: price.rate,
})

/** @param figures of one piece, by position */
export function goldenOrder(cart: GoldenCart, document: PricedDocument, figures: readonly UnitFigures[]): GoldenOrder {
  const discount = (of: PricedDocument['discount']) => of && { title: of.title!, net: fromAmount(of.net) }
  const weights = figures.map(({ weight }, i) => weight * cart.positions[i]!.quantity)
  return {
    lines: document.lines.map((line, i) => ({
      unit_net: fromAmount(figures[i]!.net),
      ...discounted(line),
      weight: fromAmount(weights[i]!),
      // What has no recurring price says nothing of it.
      ...(cart.expected.lines[i]?.recurring && { recurring: discounted(line.recurring) }),
    })),
    discount: discount(document.discount),
    recurring_discount: discount(document.recurringDiscount),
    delivery: document.delivery && { title: cart.shipping, ...total(document.delivery) },
    payment: document.payment && { title: cart.payment, ...total(document.payment) },
    ...total(document),
    recurring: total(document.recurring),
    rates: document.rates.map(({ recurring, rate, code, net, tax }) => ({
      recurring,
      rate,
      code: code ?? '',
      net: fromAmount(net),
      tax: fromAmount(tax),
    })),
    weight: fromAmount(weights.reduce((sum, weight) => sum + weight, 0)),
  }
}
