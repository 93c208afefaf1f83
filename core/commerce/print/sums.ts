// Builds the sums below the table: net first with taxes added for companies, gross first with taxes included for others.
import type { AmountReply } from '../../shop/price.js'
import type { DocumentRateReply, DocumentReply } from '../document/define.js'
import type { SheetSum } from './define.js'
import type { Wording } from './wording.js'

/** The formats that the sums need. Mails pass their own. */
export type SumWording = Pick<Wording, 'say' | 'money' | 'percent'>
type Kind = SheetSum['kind']

/** Charges in addition to the goods. Delivery is listed even if it is free. */
function charges({ delivery, payment, b2b }: DocumentReply, { money }: SumWording): readonly SheetSum[] {
  const amount = ({ net, gross }: AmountReply): string => money(b2b ? net : gross)
  const costly = payment !== null && payment.gross !== 0 ? [payment] : []
  return [...(delivery ? [delivery] : []), ...costly].map((one) => ({
    label: one.title,
    amount: amount(one),
    kind: 'part',
  }))
}

function taxes(rates: readonly DocumentRateReply[], { say, money, percent }: SumWording, kind: Kind): readonly SheetSum[] {
  return rates.map(({ rate, code, net, tax }) => {
    const values = { rate: percent(rate), net: money(net), code }
    const label = code === '' ? say('VAT {rate} on {net}', values) : say('VAT {rate} ({code}) on {net}', values)
    return { label, amount: money(tax), kind }
  })
}

const sum = (label: string, amount: string, kind: Kind): SheetSum => ({ label, amount, kind })

/** The sums of the one-time amounts. */
export function sumsOf(reply: DocumentReply, wording: SumWording): readonly SheetSum[] {
  const { say, money } = wording
  const { b2b, discount, lines, net, gross } = reply
  const rates = reply.rates.filter(({ recurring }) => !recurring)
  const before = lines.reduce((total, line) => total + line.net_before_discount, 0)
  const taken = discount ? [sum(discount.title || say('Discount'), money(-discount.net), 'part')] : []
  if (b2b) {
    return [
      ...(discount ? [sum(say('Subtotal'), money(before), 'part'), ...taken] : []),
      ...charges(reply, wording),
      sum(say('Total, excl. VAT'), money(net), 'part'),
      ...taxes(rates, wording, 'part'),
      sum(say('Total, incl. VAT'), money(gross), 'total'),
    ]
  }
  const label = say('Already deducted: {title}, net', { title: discount?.title || say('Discount') })
  return [
    ...charges(reply, wording),
    sum(say('Total, incl. VAT'), money(gross), 'total'),
    sum(say('Net amount'), money(net), 'aside'),
    ...taxes(rates, wording, 'aside'),
    ...(discount ? [sum(label, money(discount.net), 'aside')] : []),
  ]
}

/** The sums of the recurring amounts; empty if there are none. */
export function recurringSums(reply: DocumentReply, wording: SumWording): readonly SheetSum[] {
  const { say, money } = wording
  const { b2b, recurring, recurring_discount: discount } = reply
  const rates = reply.rates.filter((rate) => rate.recurring)
  if (rates.length === 0 && recurring.gross === 0) return []
  const label = discount?.title || say('Discount')
  const taken = discount ? [sum(label, money(b2b ? -discount.net : discount.net), b2b ? 'part' : 'aside')] : []
  const total = sum(say('Recurring, incl. VAT'), money(recurring.gross), 'total')
  const net = sum(say('Recurring, excl. VAT'), money(recurring.net), b2b ? 'part' : 'aside')
  return b2b
    ? [...taken, net, ...taxes(rates, wording, 'part'), total]
    : [
        total,
        net,
        ...taxes(rates, wording, 'aside'),
        ...taken.map((one) => ({ ...one, label: say('Already deducted: {title}, net', { title: label }) })),
      ]
}
