// Prices the goods of a document: converted, discounted by the best level, and taxed.
import {
  type Amount,
  currencyStep,
  sumAmounts,
  sumBy,
  divideRounded,
  toSafeAmount,
  convertAmount,
  type Currency,
  roundScaled,
  toScaledInteger,
  convertRounded,
  roundScaledToAmount,
} from './amount.js'

/** Whether entered prices exclude tax ('net', shop hosts) or include it ('gross', a setting of shop platforms). */
export type PriceEntry = 'net' | 'gross'

export interface GoodsLine {
  /** Price per unit, in the base currency, as entered. */
  readonly unit: Amount
  /** An integer. */
  readonly quantity: number
  readonly rates: readonly TaxRate[]
}

interface GoodsTerms {
  readonly currency: Currency
  /** Default 'net'. */
  readonly entry?: PriceEntry
  /** In the order of their numbers. Default: none. */
  readonly levels?: readonly DiscountLevel[]
}

export interface Total {
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
}

/** A charged amount in the target currency. `rate` and `code` combine all its tax rates. */
export interface Charge extends Total, TaxRate {}

/** The price of a line. Net, tax and gross include the line's share of the discount. */
export interface GoodsPrice extends Charge {
  readonly netBeforeDiscount: Amount
}

export interface PricedGoods extends Total {
  readonly lines: readonly GoodsPrice[]
  readonly discount: Discount | null
}

/** A line before its discount. */
interface EnteredLine extends LineSize, TaxRate {
  readonly rates: readonly TaxRate[]
}

/** Converts and rounds the line once. With gross entry the contained tax is subtracted. */
function convertLine({ unit, quantity, rates }: GoodsLine, { currency, entry = 'net' }: GoodsTerms): EnteredLine {
  const entered = convertAmount(unit, quantity, currency)
  const net = entry === 'net' ? entered : entered - taxInGross(entered, rates, currency.decimals)
  const { rate, code } = combineTaxRates(rates)
  return { net, rate, code, entered, rates }
}

function discountLine(share: Amount, line: EnteredLine, { currency, entry = 'net' }: GoodsTerms): GoodsPrice {
  const { rate, code, rates, entered } = line
  const net = line.net - share
  // A gross price without discount remains exactly as entered.
  const tax = entry === 'gross' && share === 0 ? entered - net : taxOnNet(net, rates, currency.decimals)
  return { netBeforeDiscount: line.net, net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/**
 * Prices lines. Line net = unit × quantity × currency multiplicator, rounded once to the currency's decimals. The best discount
 * level is distributed over the lines. Tax is computed on the line net and rounded; gross = net + tax. All sums add up exactly.
 * Throws AmountOverflow if an amount is too large.
 */
export function priceGoods(lines: readonly GoodsLine[], terms: GoodsTerms): PricedGoods {
  const { currency, levels = [] } = terms
  const enteredLines = lines.map((line) => convertLine(line, terms))
  const discount = bestDiscount(
    sumBy(enteredLines, ({ net }) => net),
    levels,
    currency,
  )
  const shares = sharesOf(discount?.net ?? 0, enteredLines, currencyStep(currency.decimals))
  const pricedLines = enteredLines.map((line, i) => discountLine(shares[i]!, line, terms))
  const { net, tax, gross } = sumTotals(pricedLines)
  return { lines: pricedLines, net, tax, gross, discount }
}

/** Adds totals. Throws AmountOverflow if a sum is too large. */
export function sumTotals(totals: readonly Total[]): Total {
  return {
    net: sumBy(totals, ({ net }) => net),
    tax: sumBy(totals, ({ tax }) => tax),
    gross: sumBy(totals, ({ gross }) => gross),
  }
}

// Distributes a discount over lines.
// The shares add up to the discount, and totals do not depend on the order of lines.

/** A line before its discount. */
interface LineSize {
  readonly net: Amount
  /** The combined tax rate in percent. */
  readonly rate: number
  /** The amount as entered, with or without tax. It orders lines with the same net. */
  readonly entered: Amount
}

/** The indexes of lines, largest first: by net, then rate, then entered amount, then position. */
export function orderBySize(lines: readonly LineSize[]): readonly number[] {
  const compare = (a: LineSize, b: LineSize): number => b.net - a.net || b.rate - a.rate || b.entered - a.entered
  return [...lines.keys()].sort((a, b) => compare(lines[a]!, lines[b]!) || a - b)
}

/**
 * The share of each line: discount × net ÷ sum of nets, rounded to `step`. The rounding difference is added to the largest line
 * while its share stays between 0 and its net, then to the next one. The discount is at most the sum. Both are multiples of the
 * step, like the nets.
 */
function sharesOf(discount: Amount, lines: readonly LineSize[], step: Amount): readonly Amount[] {
  if (discount === 0) return lines.map(() => 0)
  const sum = BigInt(sumAmounts(lines.map(({ net }) => net))) * BigInt(step)
  const shares = lines.map(({ net }) => step * toSafeAmount(divideRounded(BigInt(discount) * BigInt(net), sum)))
  let rest = discount - sumAmounts(shares)
  for (const i of orderBySize(lines)) {
    const { net } = lines[i]!
    const share = shares[i]!
    const adjusted = Math.min(Math.max(share + rest, Math.min(0, net)), Math.max(0, net))
    rest -= adjusted - share
    shares[i] = adjusted
  }
  return shares
}

/**
 * A discount level. `start` and the value of type `amount` are in the base currency, the value of type `percentage` in percent.
 * Type `exact` is an amount agreed for one document, in the currency of the document.
 */
export interface DiscountLevel {
  readonly start: number
  readonly type: 'percentage' | 'amount' | 'exact'
  /** The size of the discount as a positive number. */
  readonly value: number
  readonly title: string | null
}

export interface Discount {
  readonly title: string | null
  /** The reduction of the net total. Positive and at most the total. */
  readonly net: Amount
}

function discountSize(type: DiscountLevel['type'], value: number, total: Amount, currency: Currency): bigint {
  if (type === 'amount') return convertRounded(value, currency)
  const scaled = toScaledInteger(value, 4)
  if (type === 'exact') return roundScaled(scaled, 4, currency.decimals)
  return roundScaled(BigInt(total) * scaled, 4 + 4 + 2, currency.decimals)
}

/** The discount of a level, limited to the total. */
function cappedDiscount({ type, value }: DiscountLevel, total: Amount, currency: Currency): Amount {
  const size = discountSize(type, value, total, currency)
  return size < BigInt(total) ? toSafeAmount(size) : total
}

/**
 * The best discount on a net goods total (in the target currency), from levels in the order of their numbers. Null if no level
 * applies or all discounts are 0.
 */
export function bestDiscount(total: Amount, levels: readonly DiscountLevel[], currency: Currency): Discount | null {
  let best: Discount | null = null
  for (const level of levels) {
    if (convertRounded(level.start, currency) > BigInt(total)) continue
    const net = cappedDiscount(level, total, currency)
    if (net > (best?.net ?? 0)) best = { title: level.title, net }
  }
  return best
}

/** A tax rate in percent, for example 19, with its code for invoices. */
export interface TaxRate {
  readonly rate: number
  readonly code: string | null
}

/** A stored tax rate. Exactly one of the region ids is set. */
export interface StoredTaxRate extends TaxRate {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
}

interface Locality {
  readonly country_id: number | null
  readonly state_id?: number | null
  readonly county_id?: number | null
  readonly city_id?: number | null
}

/**
 * The rates of a tax class at a destination: the state's rate, else the country's, else the class default; county and city
 * rates are added. Rates of 0 are included because invoices list them.
 */
export function resolveTaxRates(
  destination: Locality,
  defaultRate: number | null,
  storedRates: readonly StoredTaxRate[],
): readonly TaxRate[] {
  const rateAt = (key: keyof Locality): StoredTaxRate | undefined => {
    const id = destination[key] ?? null
    return id === null ? undefined : storedRates.find((rate) => rate[key] === id)
  }
  const { rate, code } = rateAt('state_id') ?? rateAt('country_id') ?? { rate: defaultRate ?? 0, code: null }
  const rates = [{ rate, code }]
  for (const localRate of [rateAt('county_id'), rateAt('city_id')])
    if (localRate) rates.push({ rate: localRate.rate, code: localRate.code })
  return rates
}

interface TaxSituation {
  readonly destination: { readonly country_id: number; readonly vat_free: boolean; readonly in_eu_vat_area: boolean }
  readonly store: { readonly country_id: number; readonly in_eu_vat_area: boolean } | null
  /** The customer has a valid VAT id from a country other than the store's. */
  readonly vatIdCounts: boolean
}

/** True if no tax applies: a VAT-free country, or a delivery to a business in another country of the EU VAT area. */
export function isZeroRated({ destination, store, vatIdCounts }: TaxSituation): boolean {
  if (destination.vat_free) return true
  const bothInArea = destination.in_eu_vat_area && store?.in_eu_vat_area === true
  return vatIdCounts && bothInArea && destination.country_id !== store.country_id
}

const ratePlaces = 4

/** The sum of the rates in 10^-4 percent. */
function totalRate(rates: readonly TaxRate[]): bigint {
  return rates.reduce((sum, { rate }) => sum + toScaledInteger(rate, ratePlaces), 0n)
}

/** The tax on a net amount, rounded once to the currency's decimals. */
export function taxOnNet(net: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  return roundScaledToAmount(BigInt(net) * totalRate(rates), 4 + ratePlaces + 2, decimals)
}

/** The tax contained in a gross amount, rounded once to the currency's decimals. */
export function taxInGross(gross: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  const rate = totalRate(rates)
  const whole = 100n * 10n ** BigInt(ratePlaces)
  // gross × rate / (100 + rate), with 12 extra digits so only the final rounding matters.
  const wide = (BigInt(gross) * rate * 10n ** 12n) / (whole + rate)
  return roundScaledToAmount(wide, 4 + 12, decimals)
}

/** Combines several rates into one, with all their codes. */
export function combineTaxRates(rates: readonly TaxRate[]): TaxRate {
  const [single] = rates
  if (single && rates.length === 1) return { rate: single.rate, code: single.code || null }
  const codes = new Set(rates.flatMap(({ code }) => code ?? []))
  return { rate: Number(totalRate(rates)) / 10 ** ratePlaces, code: [...codes].join(' + ') || null }
}
