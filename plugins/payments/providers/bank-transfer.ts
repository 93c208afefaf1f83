// Payment provider `bank_transfer`: the customer transfers the amount to the store's bank account.
import { definePaymentProvider, number } from 'product-configurator-service'
import { formatDueDate, formatMoney } from '../wording.js'

export const bankTransfer = definePaymentProvider({
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: "The customer transfers the amount to the store's bank account. Your staff mark the order as paid.",
  storeFields: ['iban'],
  params: {
    due_days: number('Days to pay', {
      min: 0,
      max: 365,
      help: 'From the day of the order. Without a value the amount is due immediately.',
    }),
  },
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
