// The payment provider `cash_on_delivery`: whoever delivers the goods takes the money.
import { type PaymentProviderDeclaration } from 'product-configurator-service'

export const cashOnDelivery: PaymentProviderDeclaration = {
  name: 'cash_on_delivery',
  label: 'Cash on delivery',
  description: 'Paid to whoever delivers the goods.',
  params: {},
  pollable: false,
  webhook: false,
}
