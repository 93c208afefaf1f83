// The payment provider `invoice`: the customer pays when the invoice has come.
import { definePaymentProvider, number } from 'product-configurator-service'
import { dueDate, moneyText } from '../wording.js'

export const invoice = definePaymentProvider({
  name: 'invoice',
  label: 'Invoice',
  description: 'Paid when the invoice has come; somebody there sets the order to paid.',
  params: { due_days: number('Days to pay', { min: 0, max: 365, help: 'From the day of the order; at once if left out.' }) },
  instruct({ params, payment, order, language, say }) {
    const due = params.due_days
    return {
      text: say('You receive an invoice. Please pay it to the account that stands there.'),
      details: [
        { label: say('Amount'), text: moneyText(payment.amount, payment.currency, payment.decimals, language) },
        {
          label: say('Due'),
          text: due === undefined ? say('at once') : dueDate(order.placed, due, language, order.shop.time_zone),
        },
      ],
    }
  },
  begin: ({ order }) => ({ reference: String(order.number ?? '') }),
})
