// Computes the amounts of a credit note: exact to the smallest unit, so all credit notes of an invoice add up to at most the invoice.
import { type Amount, currencyStep, divideRounded, fromAmount, toAmount, toSafeAmount } from '../../engine/money/amount.js'
import { ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import type { CreditLine, CreditRate } from '../../model/entities/orders/credit-note.js'
import type { LineQuantity } from '../../model/entities/orders/shipment.js'

interface Amounts {
  readonly net: number
  readonly tax: number
}

/** The invoiced amounts of an order. */
export interface InvoicedOrder {
  readonly lines: readonly (Amounts & {
    readonly id: number
    readonly title: string
    readonly quantity: number
    readonly rate: number
  })[]
  readonly delivery: (Amounts & { readonly title: string }) | null
  readonly payment: (Amounts & { readonly title: string }) | null
  /** Without recurring rates. */
  readonly rates: readonly CreditRate[]
  /** Decimals of the currency. */
  readonly decimals: number
}

/** The requested credit. At least one part. */
export interface CreditRequest {
  readonly lines?: readonly LineQuantity[] | undefined
  /** True: credits the delivery. */
  readonly delivery?: boolean | undefined
  /** A gross amount that belongs to no line. */
  readonly amount?: number | undefined
  /** Percent. Optional if the invoice has one rate. */
  readonly rate?: number | undefined
}

export interface Credit {
  readonly lines: readonly CreditLine[]
  readonly rates: readonly CreditRate[]
  readonly net: number
  readonly tax: number
  readonly gross: number
}

interface AmountPair {
  readonly net: Amount
  readonly tax: Amount
}

const toPair = ({ net, tax }: Amounts): AmountPair => ({ net: toAmount(net), tax: toAmount(tax) })
const add = (a: AmountPair, b: AmountPair): AmountPair => ({ net: a.net + b.net, tax: a.tax + b.tax })
const subtract = (a: AmountPair, b: AmountPair): AmountPair => ({ net: a.net - b.net, tax: a.tax - b.tax })
const nothing: AmountPair = { net: 0, tax: 0 }
const sumPairs = (parts: readonly Amounts[]): AmountPair => parts.map(toPair).reduce(add, nothing)
const isNothing = ({ net, tax }: AmountPair): boolean => net === 0 && tax === 0

/** The part of an amount for `quantity` of `all` pieces, rounded to the currency. The part for all pieces is the whole amount. */
function shareOf(amount: Amount, quantity: number, all: number, step: Amount): Amount {
  return step * toSafeAmount(divideRounded(BigInt(amount) * BigInt(quantity), BigInt(all) * BigInt(step)))
}

type CreditLineHead = Pick<CreditLine, 'kind' | 'title' | 'rate'> & Partial<Pick<CreditLine, 'order_line_id' | 'quantity'>>

const toCreditLine = (
  { order_line_id = null, quantity = null, ...head }: CreditLineHead,
  { net, tax }: AmountPair,
): CreditLine => ({
  ...head,
  order_line_id,
  quantity,
  net: fromAmount(net),
  tax: fromAmount(tax),
  gross: fromAmount(net + tax),
})

/** The rounded parts are differences of rounded sums, so the parts of a line add up to the line. */
function creditLineQuantity(
  line: InvoicedOrder['lines'][number],
  credited: number,
  quantity: number,
  decimals: number,
): CreditLine {
  const step = currencyStep(decimals)
  const { net, tax } = toPair(line)
  const upTo = (count: number): AmountPair => ({
    net: shareOf(net, count, line.quantity, step),
    tax: shareOf(tax, count, line.quantity, step),
  })
  const { id: order_line_id, title, rate } = line
  return toCreditLine({ kind: 'line', order_line_id, title, quantity, rate }, subtract(upTo(credited + quantity), upTo(credited)))
}

/**
 * The tax rates of delivery and payment, which are not stored with them: the rates with which all parts add up to the stored rates.
 */
function findChargeRates({ lines, delivery, payment, rates }: InvoicedOrder): {
  readonly delivery: number
  readonly payment: number
} {
  const fits = (deliveryRate: number, paymentRate: number): boolean =>
    rates.every((row) => {
      const parts: Amounts[] = lines.filter(({ rate }) => rate === row.rate)
      if (delivery && deliveryRate === row.rate) parts.push(delivery)
      if (payment && paymentRate === row.rate) parts.push(payment)
      return isNothing(subtract(toPair(row), sumPairs(parts)))
    })
  for (const { rate: deliveryRate } of rates)
    for (const { rate: paymentRate } of rates)
      if (fits(deliveryRate, paymentRate)) return { delivery: deliveryRate, payment: paymentRate }
  const rate = rates[0]?.rate ?? 0
  return { delivery: rate, payment: rate }
}

/** The credited quantity of each line. */
export function sumCreditedQuantities(credited: readonly CreditLine[]): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const { order_line_id: line, quantity } of credited)
    if (line !== null) quantities.set(line, (quantities.get(line) ?? 0) + (quantity ?? 0))
  return quantities
}

/** The uncredited remainder of the invoice, per tax rate. */
export function computeRemainder({ rates }: InvoicedOrder, credited: readonly CreditLine[]): readonly CreditRate[] {
  return rates.map((row) => {
    const { net, tax } = subtract(toPair(row), sumPairs(credited.filter(({ rate }) => rate === row.rate)))
    return { ...row, net: fromAmount(net), tax: fromAmount(tax) }
  })
}

const refuse = (field: string, message: ReturnType<typeof createMessage>, code: string): never => {
  throw ValidationError.of(field, message, code)
}

function creditLines(invoiced: InvoicedOrder, credited: readonly CreditLine[], requested: readonly LineQuantity[]): CreditLine[] {
  const quantities = new Map(sumCreditedQuantities(credited))
  return requested.map(({ order_line_id, quantity }, index) => {
    const line = invoiced.lines.find(({ id }) => id === order_line_id)
    const done = quantities.get(order_line_id) ?? 0
    const available = line ? line.quantity - done : 0
    if (!line || !Number.isInteger(quantity) || quantity < 1 || quantity > available)
      return refuse(
        `lines[${index}]`,
        createMessage('errors.creditQuantity', { line: order_line_id, quantity: available }),
        'OUT_OF_RANGE',
      )
    quantities.set(order_line_id, done + quantity)
    return creditLineQuantity(line, done, quantity, invoiced.decimals)
  })
}

function creditCharge(invoiced: InvoicedOrder, credited: readonly CreditLine[], kind: 'delivery' | 'payment'): CreditLine | null {
  const charge = invoiced[kind]
  if (!charge || isNothing(toPair(charge)) || credited.some((line) => line.kind === kind)) return null
  return toCreditLine({ kind, title: charge.title, rate: findChargeRates(invoiced)[kind] }, toPair(charge))
}

/** Splits a gross amount at a rate into net and tax. Neither exceeds the remainder at that rate. */
function creditAmount(remaining: readonly CreditRate[], { amount = 0, rate }: CreditRequest, decimals: number): CreditLine {
  const percents = remaining.map((row) => `${row.rate} %`).join(', ')
  const open = rate === undefined && remaining.length === 1 ? remaining[0] : remaining.find((row) => row.rate === rate)
  if (!open) return refuse('rate', createMessage('errors.creditRate', { rates: percents }), 'NOT_A_CHOICE')
  const [gross, left] = [toAmount(amount), toPair(open)]
  const step = currencyStep(decimals)
  if (!(gross > 0 && gross <= left.net + left.tax && gross % step === 0))
    return refuse('amount', createMessage('errors.creditAmount', { amount: fromAmount(left.net + left.tax) }), 'OUT_OF_RANGE')
  // 4 places of the rate: 19 % is 190,000 of 1,000,000.
  const percent = BigInt(toAmount(open.rate))
  const exact = step * toSafeAmount(divideRounded(BigInt(gross) * 1_000_000n, (1_000_000n + percent) * BigInt(step)))
  const net = Math.max(Math.min(exact, left.net), gross - left.tax)
  return toCreditLine({ kind: 'amount', title: '', rate: open.rate }, { net, tax: gross - net })
}

function toCredit(invoiced: InvoicedOrder, lines: readonly CreditLine[]): Credit {
  const rates = invoiced.rates
    .map((row) => ({ row, sum: sumPairs(lines.filter(({ rate }) => rate === row.rate)) }))
    .filter(({ row, sum }) => !isNothing(sum) || lines.some(({ rate }) => rate === row.rate))
    .map(({ row, sum: { net, tax } }) => ({ rate: row.rate, code: row.code, net: fromAmount(net), tax: fromAmount(tax) }))
  const { net, tax } = sumPairs(lines)
  return { lines, rates, net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(net + tax) }
}

/** True if the amount is between zero and the limit, whichever sign the limit has. */
const isWithin = (amount: Amount, limit: Amount): boolean =>
  limit < 0 ? amount <= 0 && amount >= limit : amount >= 0 && amount <= limit

/**
 * The credit for a request. VALIDATION_FAILED if a quantity or an amount exceeds the remainder of the invoice, in total or at a rate.
 * @param credited the lines of the earlier credit notes
 */
export function computeCredit(invoiced: InvoicedOrder, credited: readonly CreditLine[], request: CreditRequest): Credit {
  const remaining = computeRemainder(invoiced, credited)
  const lines = creditLines(invoiced, credited, request.lines ?? [])
  if (request.delivery === true) {
    lines.push(
      creditCharge(invoiced, credited, 'delivery') ?? refuse('delivery', createMessage('errors.deliveryCredited'), 'NOT_ALLOWED'),
    )
  }
  if (request.amount !== undefined) {
    const left = computeRemainder(invoiced, [...credited, ...lines])
    lines.push(creditAmount(left, request, invoiced.decimals))
  }
  if (lines.length === 0) refuse('lines', createMessage('errors.nothingRequested'), 'MISSING')
  const credit = toCredit(invoiced, lines)
  for (const { rate, net, tax } of credit.rates) {
    const open = remaining.find((row) => row.rate === rate)
    if (open && isWithin(toAmount(net), toAmount(open.net)) && isWithin(toAmount(tax), toAmount(open.tax))) continue
    const amount = open ? fromAmount(toAmount(open.net) + toAmount(open.tax)) : 0
    refuse('lines', createMessage('errors.creditExceeds', { rate, amount }), 'OUT_OF_RANGE')
  }
  if (credit.gross <= 0) refuse('lines', createMessage('errors.nothingRequested'), 'OUT_OF_RANGE')
  return credit
}

/**
 * The credit of everything that is left. Amounts that were credited without a line are deducted in a line of their own. null if nothing is
 * left.
 */
export function computeFullCredit(invoiced: InvoicedOrder, credited: readonly CreditLine[]): Credit | null {
  const remaining = computeRemainder(invoiced, credited)
  if (remaining.every((row) => isNothing(toPair(row)))) return null
  const quantities = sumCreditedQuantities(credited)
  const open = invoiced.lines
    .map(({ id, quantity }) => ({ order_line_id: id, quantity: quantity - (quantities.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const charges = (['delivery', 'payment'] as const).map((kind) => creditCharge(invoiced, credited, kind))
  const lines = [...creditLines(invoiced, credited, open), ...charges.filter((line) => line !== null)]
  for (const row of remaining) {
    const difference = subtract(toPair(row), sumPairs(lines.filter(({ rate }) => rate === row.rate)))
    if (!isNothing(difference)) lines.push(toCreditLine({ kind: 'amount', title: '', rate: row.rate }, difference))
  }
  return toCredit(invoiced, lines)
}
