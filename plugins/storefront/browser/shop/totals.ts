// The totals of a cart or document: net prices plus taxes for companies, gross prices including taxes for others.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AmountReply } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'

type ShopTextFormatter = TextFormatter<ShopTexts>

interface TaxShare {
  readonly rate: number
  readonly net: number
  readonly tax: number
}

/** A charge in addition to the goods. */
export interface ExtraCharge {
  readonly title: string
  readonly price: AmountReply
  /** Show the charge even if it is free. */
  readonly isNamedWhenFree: boolean
}

export interface TotalsView {
  readonly b2b: boolean
  /** After the discount. */
  readonly goods: AmountReply
  readonly discount: { readonly title: string | null; readonly net: number } | null
  readonly charges: readonly ExtraCharge[]
  readonly total: AmountReply
  readonly rates: readonly TaxShare[]
  readonly recurring: (AmountReply & { readonly rates: readonly TaxShare[] }) | null
}

type RowKind = 'part' | 'total' | 'aside'

const totalsRow = (label: string, amount: string, kind: RowKind, part = ''): TemplateResult =>
  html`<div class=${kind}><dt>${label}</dt><dd data-part=${part || nothing}>${amount}</dd></div>`

const formatTaxRate = (rate: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 }).format(rate / 100)

function taxRows(rates: readonly TaxShare[], words: ShopTextFormatter, kind: RowKind): readonly TemplateResult[] {
  return rates
    .filter(({ tax }) => tax !== 0)
    .map(({ rate, net, tax }) =>
      totalsRow(words.texts.tax({ rate: formatTaxRate(rate, words.language), net: words.amount(net) }), words.amount(tax), kind),
    )
}

export function totalsBlock(sums: TotalsView, words: ShopTextFormatter): TemplateResult {
  const { texts } = words
  const { b2b, goods, discount, charges, total, rates, recurring } = sums
  const formatAmount = ({ net, gross }: AmountReply): string => (gross === 0 ? texts.free : words.amount(b2b ? net : gross))
  const listedCharges = charges.filter(({ price, isNamedWhenFree: isListedWhenFree }) => isListedWhenFree || price.gross !== 0)
  const before = discount === null ? goods.net : goods.net + discount.net
  return html`
    <dl class="sums">
      ${totalsRow(texts.goods, words.amount(b2b ? before : goods.gross), 'part', 'goods')}
      ${b2b && discount ? totalsRow(discount.title || texts.discount, words.amount(-discount.net), 'part', 'discount') : nothing}
      ${listedCharges.map(({ title, price }) => totalsRow(title, formatAmount(price), 'part'))}
      ${b2b ? [totalsRow(texts.totalNet, words.amount(total.net), 'part'), ...taxRows(rates, words, 'part')] : nothing}
      ${totalsRow(total.tax === 0 && !b2b ? texts.total : texts.totalGross, words.amount(total.gross), 'total', 'total')}
      ${b2b ? nothing : taxRows(rates, words, 'aside')}
      ${!b2b && discount ? totalsRow(texts.includedDiscount({ title: discount.title || texts.discount }), words.amount(discount.net), 'aside', 'discount') : nothing}
      ${recurring === null || recurring.gross === 0 ? nothing : recurringRows(recurring, b2b, words)}
    </dl>
  `
}

function recurringRows(recurring: NonNullable<TotalsView['recurring']>, b2b: boolean, words: ShopTextFormatter): TemplateResult {
  const amount = words.amount(b2b ? recurring.net : recurring.gross)
  return html`${totalsRow(words.texts.recurring, amount, 'total', 'recurring')}${taxRows(recurring.rates, words, 'aside')}`
}
