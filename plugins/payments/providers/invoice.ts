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
