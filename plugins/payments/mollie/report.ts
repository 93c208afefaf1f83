// Converts Mollie's payments, refunds and amounts to payment reports. Amounts are decimal strings with the digits of the currency.
import { createMessage, type PaymentReport } from 'product-configurator-service'
import { countDecimals, toSmallestUnit } from '../amount.js'
import { createProviderError, type Json, objectOf, textOf } from '../api.js'

/** `12.50`, or `500` for JPY. Throws if Mollie cannot charge exactly this amount. */
export function toAmountText(amount: number, currency: string): string {
  const decimals = countDecimals(currency)
  toSmallestUnit(amount, currency, 'Mollie', { decimals })
  return amount.toFixed(decimals)
}

/** Throws for anything but an amount object. */
export function parseAmount(value: unknown): { readonly amount: number; readonly currency: string } {
  const { value: text, currency } = objectOf(value)
  if (!/^\d+(\.\d+)?$/.test(textOf(text)) || textOf(currency) === '')
    throw createProviderError('operations.paymentAmountInvalid', { provider: 'Mollie' })
  return { amount: Number(text), currency: textOf(currency) }
}

/** A missing amount is 0. */
const parseOptionalAmount = (value: unknown): number => (value === undefined || value === null ? 0 : parseAmount(value).amount)

/** The total that left the shop's account: refunds, and amounts that customers had charged back. */
export const sumRefunds = (refunds: readonly Json[], { amountChargedBack }: Json): number =>
  refunds.reduce((sum, { amount }) => sum + parseAmount(amount).amount, parseOptionalAmount(amountChargedBack))

function toMoneyReports({ amount, amountCaptured, amountRefunded, amountChargedBack }: Json): readonly PaymentReport[] {
  // Only a captured part of an authorized amount is paid.
  const paid: PaymentReport = { status: 'paid', ...parseAmount(amountCaptured ?? amount) }
  const returned = parseOptionalAmount(amountRefunded) + parseOptionalAmount(amountChargedBack)
  return returned === 0 ? [paid] : [paid, { status: 'refunded', amount: returned, currency: paid.currency }]
}

function toAuthorization({ amount, captureBefore }: Json): PaymentReport {
  const time = Date.parse(textOf(captureBefore))
  return { status: 'authorized', ...parseAmount(amount), ...(!Number.isNaN(time) && { captureBefore: time }) }
}

/** The reports of a payment, oldest first. Throws for an unknown status. */
export function toReports(payment: Json): readonly PaymentReport[] {
  const { status } = payment
  switch (status) {
    case 'paid':
      return toMoneyReports(payment)
    case 'open':
      return [{ status: 'pending' }]
    case 'pending':
      return [{ status: 'pending', underway: true }]
    case 'authorized':
      return [toAuthorization(payment)]
    case 'failed':
      return [{ status: 'failed' }]
    case 'canceled':
      return [{ status: 'cancelled' }]
    case 'expired':
      return [{ status: 'cancelled', message: createMessage('operations.paymentPageExpired', { provider: 'Mollie' }) }]
    default:
      throw createProviderError('operations.paymentStatusUnknown', { provider: 'Mollie', status: textOf(status) })
  }
}
