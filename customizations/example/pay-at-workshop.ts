// The payment provider `pay_at_workshop`: the customer pays at the counter when fetching the goods.
import { string, type PaymentProviderDeclaration } from 'product-configurator-service'

export const payAtWorkshop: PaymentProviderDeclaration = {
  name: 'pay_at_workshop',
  label: 'Pay at the workshop',
  description: 'Paid in cash or by card at the counter; somebody there sets the order to paid.',
  params: {
    counter: string('Counter', { required: true, help: 'Where the customer pays, such as Hall 2.' }),
    opening_hours: string('Opening hours'),
  },
  pollable: false,
  webhook: false,
}
