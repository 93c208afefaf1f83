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
      [say('payments.accountHolder'), shop.name],
      [say('payments.bank'), shop.bank_name],
      ['IBAN', shop.iban],
      ['BIC', shop.bic],
      [say('payments.amount'), formatMoney(payment.amount, payment.currency, payment.decimals, language)],
      [say('payments.reference'), order.number_text],
      [
        say('payments.due'),
        due === undefined ? say('payments.immediately') : formatDueDate(order.placed, due, language, order.shop.time_zone),
      ],
    ] as const
    return {
      text: say('payments.transferToAccount'),
      details: details.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})
