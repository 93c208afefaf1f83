// The payment provider `cash_on_delivery`: whoever delivers the goods takes the money.
import { definePaymentProvider } from 'product-configurator-service'
import { moneyText } from '../wording.js'

export const cashOnDelivery = definePaymentProvider({
  name: 'cash_on_delivery',
  label: 'Cash on delivery',
  description: 'Paid to whoever delivers the goods.',
  params: {},
  instruct({ payment, language, say }) {
    const text = moneyText(payment.amount, payment.currency, payment.decimals, language)
    return {
      text: say('Please pay when the goods are delivered.'),
      details: [{ label: say('Amount'), text }],
    }
  },
  begin: ({ order }) => ({ reference: String(order.number ?? '') }),
})
