// Converts priced and frozen documents to the format of the golden orders.
import type { ChargeReply, DocumentReply } from '../../core/commerce/document/define.js'
import { fromAmount } from '../../core/engine/money/amount.js'
import type { PricedDocument } from '../../core/engine/money/document.js'
import type { GoodsPrice, Total } from '../../core/engine/money/goods.js'
import type { UnitTotals } from '../../core/engine/program/state.js'
import type { GoldenCart, GoldenOrder } from './golden-orders.js'

const toTotal = ({ net, tax, gross }: Total) => ({ net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross) })

const toDiscountedTotal = (price: GoodsPrice) => ({
  net_before_discount: fromAmount(price.netBeforeDiscount),
  ...toTotal(price),
  tax_rate: price.rate,
})

/** @param unitTotals unit totals, by position */
export function toGoldenOrder(cart: GoldenCart, document: PricedDocument, unitTotals: readonly UnitTotals[]): GoldenOrder {
  const discount = (of: PricedDocument['discount']) => of && { title: of.title!, net: fromAmount(of.net) }
  const weights = unitTotals.map(({ weight }, i) => weight * cart.positions[i]!.quantity)
  return {
    lines: document.lines.map((line, i) => ({
      unit_net: fromAmount(unitTotals[i]!.net),
      ...toDiscountedTotal(line),
      weight: fromAmount(weights[i]!),
      // Positions without a recurring price omit it.
      ...(cart.expected.lines[i]?.recurring && { recurring: toDiscountedTotal(line.recurring) }),
    })),
    discount: discount(document.discount),
    recurring_discount: discount(document.recurringDiscount),
    delivery: document.delivery && { title: cart.shipping, ...toTotal(document.delivery) },
    payment: document.payment && { title: cart.payment, ...toTotal(document.payment) },
    ...toTotal(document),
    recurring: toTotal(document.recurring),
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

const pickAmounts = ({ net, tax, gross }: Total) => ({ net, tax, gross })
const toCharge = (charge: ChargeReply | null) => charge && { title: charge.title, ...pickAmounts(charge) }

/** Converts the reply for a frozen document. */
export function toGoldenReply(cart: GoldenCart, reply: DocumentReply): GoldenOrder {
  return {
    lines: reply.lines.map((line, i) => {
      const { unit_net, net_before_discount, tax_rate, weight, recurring } = line
      const again = {
        net_before_discount: recurring.net_before_discount,
        ...pickAmounts(recurring),
        tax_rate: recurring.tax_rate,
      }
      return {
        ...{ unit_net, net_before_discount, ...pickAmounts(line), tax_rate, weight },
        ...(cart.expected.lines[i]?.recurring && { recurring: again }),
      }
    }),
    discount: reply.discount,
    recurring_discount: reply.recurring_discount,
    delivery: toCharge(reply.delivery),
    payment: toCharge(reply.payment),
    ...pickAmounts(reply),
    recurring: pickAmounts(reply.recurring),
    rates: reply.rates,
    weight: reply.weight,
  }
}
