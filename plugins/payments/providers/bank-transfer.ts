// Payment provider `bank_transfer`: the customer transfers the amount to the store's bank account.
import { definePaymentProvider, number } from 'product-configurator-service'
import { formatDueDate, formatMoney } from '../wording.js'

export const bankTransfer = definePaymentProvider({
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: "The customer transfers the amount to the store's bank account. Your staff mark the order as paid.",
  params: {
    due_days: number('Days to pay', {
      min: 0,
      max: 365,
      help: 'From the day of the order. Without a value the amount is due immediately.',
    }),
  },
  instruct({ params, payment, order, language, say }) {
    const { shop } = order
    const due = params.due_days
    const details = [
      [say('Account holder'), shop.name],
      [say('Bank'), shop.bank_name],
      ['IBAN', shop.iban],
      ['BIC', shop.bic],
      [say('Amount'), formatMoney(payment.amount, payment.currency, payment.decimals, language)],
      [say('Reference'), String(order.number ?? '')],
      [say('Due'), due === undefined ? say('immediately') : formatDueDate(order.placed, due, language, order.shop.time_zone)],
    ] as const
    return {
      text: say('Please transfer the amount to this account and include the reference.'),
      details: details.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    }
  },
  begin: ({ order }) => ({ reference: String(order.number ?? '') }),
})
