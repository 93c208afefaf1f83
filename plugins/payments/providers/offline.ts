// Providers without an external service: bank transfer, cash on delivery, invoice.
import { definePaymentProvider, number, addDays, dayOf } from 'product-configurator-service'

/** Formats the day `days` after `from` (milliseconds) in the shop's time zone, as a long date. */
export function formatDueDate(from: number, days: number, language: string, timeZone: string): string {
  const due = addDays(dayOf(from, timeZone || 'UTC'), days)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(due))
}

/** Number formats by language and decimals. Creating one takes longer than formatting a thousand amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount in the language's notation, with the shop's number of decimals and the currency code. */
function formatMoney(amount: number, currency: string, decimals: number, language: string): string {
  const key = `${language} ${decimals}`
  const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = formats.get(key) ?? new Intl.NumberFormat(language, style)
  formats.set(key, format)
  return `${format.format(amount)} ${currency}`
}

const dueParams = {
  due_days: number('Days to pay', {
    min: 0,
    max: 365,
    help: 'From the day of the order. Without a value the amount is due immediately.',
  }),
}

/** Payment provider `bank_transfer`: the customer transfers the amount to the store's bank account. */
export const bankTransfer = definePaymentProvider({
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: "The customer transfers the amount to the store's bank account. Your staff mark the order as paid.",
  storeFields: ['iban'],
  params: dueParams,
  instruct({ params, payment, order, language, translate }) {
    const { shop } = order
    const due = params.due_days
    const details = [
      [translate('payments.accountHolder'), shop.name],
      [translate('payments.bank'), shop.bank_name],
      ['IBAN', shop.iban],
      ['BIC', shop.bic],
      [translate('payments.amount'), formatMoney(payment.amount, payment.currency, payment.decimals, language)],
      [translate('payments.reference'), order.number_text],
      [
        translate('payments.due'),
        due === undefined ? translate('payments.immediately') : formatDueDate(order.placed, due, language, order.shop.time_zone),
      ],
    ] as const
    return {
      text: translate('payments.transferToAccount'),
      details: details.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})

/** Payment provider `cash_on_delivery`: the carrier collects the amount on delivery. */
export const cashOnDelivery = definePaymentProvider({
  name: 'cash_on_delivery',
  label: 'Cash on delivery',
  description: 'The customer pays the carrier on delivery.',
  params: {},
  instruct({ payment, language, translate }) {
    const text = formatMoney(payment.amount, payment.currency, payment.decimals, language)
    return {
      text: translate('payments.payOnDelivery'),
      details: [{ label: translate('payments.amount'), text }],
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})

export const invoice = definePaymentProvider({
  name: 'invoice',
  label: 'Invoice',
  description: 'The customer pays after receiving the invoice. Your staff mark the order as paid.',
  params: dueParams,
  instruct({ params, payment, order, language, translate }) {
    const due = params.due_days
    return {
      text: translate('payments.invoiceFollows'),
      details: [
        { label: translate('payments.amount'), text: formatMoney(payment.amount, payment.currency, payment.decimals, language) },
        {
          label: translate('payments.due'),
          text:
            due === undefined
              ? translate('payments.immediately')
              : formatDueDate(order.placed, due, language, order.shop.time_zone),
        },
      ],
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})
