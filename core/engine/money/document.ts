// Prices a whole document: its goods, the charges for delivery and payment, and the sums by tax rate. Checks that they add up.
import {
  type Amount,
  sumAmounts,
  sumBy,
  type Currency,
  toSafeAmount,
  roundScaled,
  roundScaledToAmount,
  toScaledInteger,
  convertRounded,
  convertedPlaces,
  convertUnrounded,
  convertPrice,
  toAmount,
} from './amount.js'
import { SystemError } from '../../foundation/errors.js'
import {
  type Discount,
  type DiscountLevel,
  type Charge,
  type GoodsLine,
  type GoodsPrice,
  type PriceEntry,
  type PricedGoods,
  priceGoods,
  sumTotals,
  type Total,
  type TaxRate,
  orderBySize,
  combineTaxRates,
  taxOnNet,
} from './goods.js'

// The tax rows of a document: net and tax per tax rate.

export interface DocumentRate {
  readonly recurring: boolean
  /** The combined rate in percent. */
  readonly rate: number
  /** The codes of the combined rates, joined. Null if none has a code. */
  readonly code: string | null
  readonly net: Amount
  readonly tax: Amount
}

/** Sorted, so the result does not depend on the order of lines. */
function joinCodes(charges: readonly Charge[]): string | null {
  const codes = new Set<string>()
  for (const { code } of charges) if (code !== null) codes.add(code)
  return [...codes].sort().join(', ') || null
}

/** One row per combined rate, the highest first. Its tax is the sum of the rounded taxes. */
function createRateRows(charges: readonly Charge[], recurring: boolean): readonly DocumentRate[] {
  const byRate = new Map<number, Charge[]>()
  for (const charge of charges) {
    const group = byRate.get(charge.rate)
    if (group) group.push(charge)
    else byRate.set(charge.rate, [charge])
  }
  return [...byRate]
    .sort(([a], [b]) => b - a)
    .map(([rate, group]) => ({
      recurring,
      rate,
      code: joinCodes(group),
      net: sumBy(group, ({ net }) => net),
      tax: sumBy(group, ({ tax }) => tax),
    }))
}

/** A line with its one-time and recurring prices. `recurring` is 0 for a product without recurring pricing. */
export interface DocumentLine extends GoodsLine {
  /** Price per unit, in the base currency, as entered. */
  readonly recurring: Amount
  readonly recurringRates: readonly TaxRate[]
}

/** The parameters for pricing goods. */
export interface DocumentGoodsTerms {
  readonly currency: Currency
  /** Default 'net'. Delivery and payment prices are always net. */
  readonly entry?: PriceEntry
  /** In the order of their numbers. */
  readonly levels?: readonly DiscountLevel[]
  readonly recurringLevels?: readonly DiscountLevel[]
}

/** Charges in addition to the goods. */
export interface Charges {
  readonly delivery?: DeliveryTerms | null
  readonly payment?: PaymentTerms | null
}

export interface DocumentTerms extends DocumentGoodsTerms, Charges {}

export interface DocumentLinePrice extends GoodsPrice {
  readonly recurring: GoodsPrice
}

/**
 * All amounts are in the document's currency. Net, tax and gross are the one-time totals: lines, delivery and payment.
 * Recurring amounts are separate.
 */
export interface PricedDocument extends Total {
  /** In the order of the input lines. */
  readonly lines: readonly DocumentLinePrice[]
  /** Net total of the lines after discount. */
  readonly goodsNet: Amount
  readonly discount: Discount | null
  readonly delivery: Charge | null
  readonly payment: Charge | null
  readonly recurring: Total
  readonly recurringDiscount: Discount | null
  /** One-time rates first, then recurring rates; the highest rate first. */
  readonly rates: readonly DocumentRate[]
  /** The tax rates of the largest line. A payment method without a tax class uses them. */
  readonly leadingRates: readonly TaxRate[]
}

/** The charges with a row of their own in the tax table. Free delivery and payment have none; a line always has one. */
function taxedCharges(goods: PricedGoods, ...extras: readonly (Charge | null)[]): readonly Charge[] {
  const charges: Charge[] = [...goods.lines]
  for (const charge of extras) if (charge !== null && charge.net !== 0) charges.push(charge)
  return charges
}

/** The priced goods of a document, one-time and recurring. */
export interface PricedLines {
  readonly oneTime: PricedGoods
  readonly recurring: PricedGoods
  /** The one-time lines, each with its recurring price. */
  readonly lines: readonly DocumentLinePrice[]
  /** The recurring prices of the lines that have one. */
  readonly recurringLines: readonly GoodsPrice[]
  readonly leadingRates: readonly TaxRate[]
}

/** Prices the goods of a document. Throws AmountOverflow if an amount is too large. */
export function priceLines(lines: readonly DocumentLine[], terms: DocumentGoodsTerms): PricedLines {
  const { currency, levels = [], recurringLevels = [], entry = 'net' } = terms
  const nonRecurring = priceGoods(lines, { currency, entry, levels })
  const recurringLines = lines.map(({ recurring, recurringRates, quantity }) => ({
    unit: recurring,
    rates: recurringRates,
    quantity,
  }))
  const recurring = priceGoods(recurringLines, { currency, entry, levels: recurringLevels })
  return {
    oneTime: nonRecurring,
    recurring,
    lines: nonRecurring.lines.map(({ net, tax, gross, rate, code, netBeforeDiscount }, i) => {
      return { net, tax, gross, rate, code, netBeforeDiscount, recurring: recurring.lines[i]! }
    }),
    recurringLines: recurring.lines.filter((_, i) => lines[i]!.recurring !== 0),
    leadingRates: findLeadingRates(lines, nonRecurring.lines),
  }
}

interface BalancedDocument extends Total {
  readonly lines: readonly (GoodsPrice & { readonly recurring: GoodsPrice })[]
  readonly delivery: Total | null
  readonly payment: Total | null
  readonly discount: Discount | null
  readonly recurring: Total
  readonly recurringDiscount: Discount | null
  readonly rates: readonly DocumentRate[]
}

const columns = ['net', 'tax', 'gross'] as const

function imbalance(subject: string, sum: Amount, total: Amount): Error {
  return new Error(`The ${subject} of a document add up to ${sum} ten-thousandths instead of ${total}.`)
}

function requireEqual(subject: string, sum: Amount, total: Amount): void {
  if (sum !== total) throw imbalance(subject, sum, total)
}

function requireWhole(subject: string, { net, tax, gross }: Total): void {
  const sum = sumAmounts([net, tax])
  if (sum !== gross) throw imbalance(`net and tax of ${subject}`, sum, gross)
}

/** Compares column by column. Error texts are created only on failure. */
function requireSum(subject: string, parts: readonly Total[], total: Total): void {
  const sum = sumTotals(parts)
  for (const column of columns) {
    if (sum[column] !== total[column]) throw imbalance(`${subject} (${column})`, sum[column], total[column])
  }
  for (const part of parts) requireWhole(subject, part)
  requireWhole(subject, total)
}

function requireShares(lines: readonly GoodsPrice[], discount: Discount | null): void {
  const shares = sumBy(lines, ({ netBeforeDiscount, net }) => netBeforeDiscount - net)
  requireEqual('shares of the discount', shares, discount?.net ?? 0)
}

function requireRates(rows: readonly DocumentRate[], { net, tax }: Total): void {
  requireEqual(
    'nets of the rates',
    sumBy(rows, (row) => row.net),
    net,
  )
  requireEqual(
    'taxes of the rates',
    sumBy(rows, (row) => row.tax),
    tax,
  )
}

/** Throws if a document does not add up. This is a defect of the service that must not reach an invoice. */
function assertBalanced(document: BalancedDocument): void {
  const { lines, delivery, payment, recurring, rates } = document
  const recurringLines = lines.map((line) => line.recurring)
  requireSum('parts', [...lines, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])], document)
  requireSum('recurring parts', recurringLines, recurring)
  requireShares(lines, document.discount)
  requireShares(recurringLines, document.recurringDiscount)
  requireRates(
    rates.filter((row) => !row.recurring),
    document,
  )
  requireRates(
    rates.filter((row) => row.recurring),
    recurring,
  )
}

// The same for the decimals of a document that is about to be stored.

type AmountColumn = 'net' | 'tax' | 'gross'

type StoredAmount = number | null

/** The amounts in the fields with these prefixes. */
type AmountColumns<Prefix extends string> = Readonly<Record<`${Prefix}${AmountColumn}`, StoredAmount>>

type BalancedHeader = AmountColumns<'' | 'delivery_' | 'payment_' | 'recurring_'>

interface BalancedRate {
  readonly recurring: boolean | null
  readonly net: StoredAmount
  readonly tax: StoredAmount
}

const addStoredAmounts = (amounts: readonly StoredAmount[]): Amount =>
  amounts.reduce((total: Amount, figure) => total + toAmount(figure ?? 0), 0)

/** @throws SystemError */
function requireStoredSum(label: string, parts: readonly StoredAmount[], total: StoredAmount): void {
  if (addStoredAmounts(parts) === toAmount(total ?? 0)) return
  throw new SystemError(`A document was not stored: its parts (${label}) do not add up to its total.`)
}

/** Lines, delivery and payment must add up to the totals, and the rates to net and tax. Recurring amounts are checked separately. */
export function requireBalance(
  header: BalancedHeader,
  lines: readonly AmountColumns<'' | 'recurring_'>[],
  rates: readonly BalancedRate[],
): void {
  for (const column of columns) {
    const charges = [header[`delivery_${column}`], header[`payment_${column}`]]
    requireStoredSum(column, [...lines.map((line) => line[column]), ...charges], header[column])
    const again = lines.map((line) => line[`recurring_${column}`])
    requireStoredSum(`recurring ${column}`, again, header[`recurring_${column}`])
  }
  for (const column of ['net', 'tax'] as const) {
    const rows = (recurring: boolean): readonly StoredAmount[] =>
      rates.filter((rate) => (rate.recurring === true) === recurring).map((rate) => rate[column])
    requireStoredSum(`rates, ${column}`, rows(false), header[column])
    requireStoredSum(`recurring rates, ${column}`, rows(true), header[`recurring_${column}`])
  }
  requireStoredSum('net and tax', [header.net, header.tax], header.gross)
}

/** Adds delivery and payment to priced goods. Throws AmountOverflow if an amount is too large. */
export function chargeDocument(goods: PricedLines, charges: Charges, currency: Currency): PricedDocument {
  const { oneTime: nonRecurring, recurring, lines, recurringLines, leadingRates: defaultRates } = goods
  const delivery = charges.delivery ? calculateDeliveryCharge(charges.delivery, currency) : null
  const payment = charges.payment
    ? calculatePaymentCharge(charges.payment, { goodsNet: nonRecurring.net, delivery, leadingRates: defaultRates }, currency)
    : null
  const { net, tax, gross } = sumTotals([nonRecurring, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])])
  const document: PricedDocument = {
    goodsNet: nonRecurring.net,
    delivery,
    leadingRates: defaultRates,
    net,
    tax,
    gross,
    lines,
    discount: nonRecurring.discount,
    payment,
    recurring: { net: recurring.net, tax: recurring.tax, gross: recurring.gross },
    recurringDiscount: recurring.discount,
    rates: [...createRateRows(taxedCharges(nonRecurring, delivery, payment), false), ...createRateRows(recurringLines, true)],
  }
  assertBalanced(document)
  return document
}

/**
 * Prices a document. Each line is rounded once; all totals are sums of rounded amounts: lines + delivery + payment, and also
 * the sum of the tax rows. Throws AmountOverflow if an amount is too large.
 */
export function priceDocument(lines: readonly DocumentLine[], terms: DocumentTerms): PricedDocument {
  return chargeDocument(priceLines(lines, terms), terms, terms.currency)
}

export interface DeliveryTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** True for a price agreed for one document: it is in the currency of the document. */
  readonly exact?: boolean
  readonly rates: readonly TaxRate[]
}

export interface PaymentTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** Percentage of the net total of goods and delivery. Negative for a rebate. */
  readonly percentage: number
  /** In the base currency. Null or 0 = no limit. */
  readonly min: number | null
  readonly max: number | null
  /** Null = the tax rates of the largest line. */
  readonly rates: readonly TaxRate[] | null
}

/** The amounts and tax rates on which a payment surcharge depends. */
export interface ChargedGoods {
  /** Net total of the goods after discount. */
  readonly goodsNet: Amount
  readonly delivery: Pick<Charge, 'net'> | null
  readonly leadingRates: readonly TaxRate[]
}

function toCharge(net: Amount, rates: readonly TaxRate[], { decimals }: Currency): Charge {
  const tax = taxOnNet(net, rates, decimals)
  const { rate, code } = combineTaxRates(rates)
  return { net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/** The tax rates of the line with the largest net before discount; on a tie, the higher rate. Empty without lines. */
export function findLeadingRates(
  lines: readonly { readonly rates: readonly TaxRate[] }[],
  prices: readonly GoodsPrice[],
): readonly TaxRate[] {
  const [first] = orderBySize(prices.map(({ netBeforeDiscount: net, rate }) => ({ net, rate, entered: net })))
  return first === undefined ? [] : lines[first]!.rates
}

/** The price of a shipping method in the target currency. Throws AmountOverflow if it is too large. */
export function calculateDeliveryCharge({ price, exact = false, rates }: DeliveryTerms, currency: Currency): Charge {
  const net = exact ? roundScaledToAmount(toScaledInteger(price, 4), 4, currency.decimals) : convertPrice(price, currency)
  return toCharge(net, rates, currency)
}

/** Null and 0 mean no limit. */
function convertLimit(price: number | null, currency: Currency): bigint | null {
  return price === null || price === 0 ? null : convertRounded(price, currency)
}

/** Limits the net amount. If min exceeds max, max applies. */
function clamp(net: bigint, { min, max }: PaymentTerms, currency: Currency): bigint {
  const low = convertLimit(min, currency)
  const high = convertLimit(max, currency)
  const raised = low !== null && net < low ? low : net
  return high !== null && raised > high ? high : raised
}

/**
 * The price of a payment method in the target currency: price plus percentage, rounded once, then limited as a whole. Negative
 * for a rebate. Throws AmountOverflow if it is too large.
 */
export function calculatePaymentCharge(terms: PaymentTerms, goods: ChargedGoods, currency: Currency): Charge {
  const base = BigInt(sumAmounts([goods.goodsNet, goods.delivery?.net ?? 0]))
  // The fixed price has `convertedPlaces` decimal places, the percentage of an amount 4 + 4 + 2.
  const percentage = base * toScaledInteger(terms.percentage, 4) * 10n ** BigInt(convertedPlaces - 10)
  const wide = convertUnrounded(terms.price, currency) + percentage
  const net = toSafeAmount(clamp(roundScaled(wide, convertedPlaces, currency.decimals), terms, currency))
  return toCharge(net, terms.rates ?? goods.leadingRates, currency)
}
