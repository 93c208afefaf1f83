// Payment provider `invoice`: the customer pays after receiving the invoice.
import { definePaymentProvider, number } from 'product-configurator-service'
import { formatDueDate, formatMoney } from '../wording.js'

export const invoice = definePaymentProvider({
  name: 'invoice',
  label: 'Invoice',
  description: 'The customer pays after receiving the invoice. Your staff mark the order as paid.',
  params: {
    due_days: number('Days to pay', {
      min: 0,
      max: 365,
      help: 'From the day of the order. Without a value the amount is due immediately.',
    }),
  },
  instruct({ params, payment, order, language, say }) {
    const due = params.due_days
    return {
      text: say('payments.invoiceFollows'),
      details: [
        { label: say('payments.amount'), text: formatMoney(payment.amount, payment.currency, payment.decimals, language) },
        {
          label: say('payments.due'),
          text:
            due === undefined ? say('payments.immediately') : formatDueDate(order.placed, due, language, order.shop.time_zone),
        },
      ],
    }
  },
  begin: ({ order }) => ({ reference: order.number_text }),
})
