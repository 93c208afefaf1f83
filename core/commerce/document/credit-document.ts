// The document of a credit note: its order, reduced to the credited lines, quantities, charges and tax rates.
import type { RecordOf } from '../../foundation/property/typing.js'
import type { creditNote, CreditLine } from '../../model/entities/orders/credit-note.js'
import type { FrozenDocument, FrozenLine } from './define.js'

type CreditNoteRecord = RecordOf<typeof creditNote>

const noRecurring = {
  recurring_net_before_discount: 0,
  recurring_net: 0,
  recurring_tax: 0,
  recurring_gross: 0,
  recurring_tax_rate: 0,
} as const

/** An amount without a line becomes a line without a title and a product. */
function toCreditedLine(credited: CreditLine, lines: readonly FrozenLine[]): FrozenLine {
  const line = lines.find(({ values }) => values.id === credited.order_line_id)
  const { values } = line ?? lines[0]!
  const { net, tax, gross, rate, quantity } = credited
  const amounts = { net_before_discount: net, net, tax, gross, tax_rate: rate, ...noRecurring }
  if (line) {
    const weight = ((values.weight ?? 0) * (quantity ?? 1)) / (values.quantity ?? 1)
    return { ...line, values: { ...values, ...amounts, quantity, weight } }
  }
  const own = { product_id: null, configuration_id: null, title: credited.title, sku: '', note: '', quantity: 1, unit_net: net }
  return { values: { ...values, ...own, ...amounts, weight: 0 }, config: [], files: [], image: null }
}

/** The amounts of the credit note in the form of its order. Printers treat it like any document. */
export function toCreditDocument(
  order: FrozenDocument<'sales-order'>,
  { lines, rates, net, tax, gross }: CreditNoteRecord,
): FrozenDocument<'sales-order'> {
  const chargeOf = (name: 'delivery' | 'payment') => lines.find(({ kind }) => kind === name)
  const [delivery, payment] = [chargeOf('delivery'), chargeOf('payment')]
  const [row] = order.rates
  return {
    ...order,
    values: {
      ...order.values,
      net,
      tax,
      gross,
      recurring_net: 0,
      recurring_tax: 0,
      recurring_gross: 0,
      discount_title: '',
      discount_net: 0,
      discount_recurring_title: '',
      discount_recurring_net: 0,
      delivery_title: delivery?.title ?? '',
      delivery_net: delivery?.net ?? null,
      delivery_tax: delivery?.tax ?? null,
      delivery_gross: delivery?.gross ?? null,
      payment_title: payment?.title ?? '',
      payment_net: payment?.net ?? null,
      payment_tax: payment?.tax ?? null,
      payment_gross: payment?.gross ?? null,
    },
    instructions: null,
    lines: lines
      .filter(({ kind }) => kind === 'line' || kind === 'amount')
      .map((credited) => toCreditedLine(credited, order.lines)),
    rates: rates.map((rate) => ({ ...row!, ...rate, recurring: false })),
  }
}
