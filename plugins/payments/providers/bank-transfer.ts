// The payment provider `bank_transfer`: the customer transfers the money to the store's account.
import { definePaymentProvider, number } from 'product-configurator-service'
import { dueDate, moneyText } from '../wording.js'

export const bankTransfer = definePaymentProvider({
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: 'Paid to the bank account of the store; somebody there sets the order to paid.',
  params: { due_days: number('Days to pay', { min: 0, max: 365, help: 'From the day of the order; at once if left out.' }) },
  instruct({ params, payment, order, language, say }) {
    const { shop } = order
    const due = params.due_days
    const details = [
      [say('Account holder'), shop.name],
      [say('Bank'), shop.bank_name],
      ['IBAN', shop.iban],
      ['BIC', shop.bic],
      [say('Amount'), moneyText(payment.amount, payment.currency, payment.decimals, language)],
      [say('Reference'), String(order.number ?? '')],
      [say('Due'), due === undefined ? say('at once') : dueDate(order.placed, due, language, order.shop.time_zone)],
    ] as const
    return {
      text: say('Please transfer the amount to this account and name the reference.'),
      details: details.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    }
  },
  begin: ({ order }) => ({ reference: String(order.number ?? '') }),
})
