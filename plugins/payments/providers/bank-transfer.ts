// The payment provider `bank_transfer`: the customer transfers the money to the store's account.
import { number, type PaymentProviderDeclaration } from 'product-configurator-service'

export const bankTransfer: PaymentProviderDeclaration = {
  name: 'bank_transfer',
  label: 'Bank transfer',
  description: 'Paid to the bank account of the store; somebody there sets the order to paid.',
  params: { due_days: number('Days to pay', { min: 0, max: 365, help: 'From the day of the order; at once if left out.' }) },
  pollable: false,
  webhook: false,
}
