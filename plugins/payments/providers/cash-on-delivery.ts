// Payment provider `cash_on_delivery`: the carrier collects the amount on delivery.
import { definePaymentProvider } from 'product-configurator-service'
import { formatMoney } from '../wording.js'

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
