// Payment provider `pay_at_workshop`: the customer pays at the counter when collecting the goods.
import { definePaymentProvider, string } from 'product-configurator-service'

export const payAtWorkshop = definePaymentProvider({
  name: 'pay_at_workshop',
  label: 'Pay at the workshop',
  description: 'Paid in cash or by card at the counter; somebody there sets the order to paid.',
  params: {
    counter: string('Counter', { required: true, help: 'Where the customer pays, such as Hall 2.' }),
    opening_hours: string('Opening hours'),
  },
  begin({ params, order, translate }) {
    const details = [
      { label: translate('Counter'), text: params.counter },
      { label: translate('Opening hours'), text: params.opening_hours ?? '' },
    ]
    return {
      reference: String(order.number ?? ''),
      instructions: {
        text: translate('Please pay when you collect your order.'),
        details: details.filter(({ text }) => text !== ''),
      },
    }
  },
})
