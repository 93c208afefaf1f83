// The payment provider `invoice`: the customer pays when the invoice has come.
import { number, type PaymentProviderDeclaration } from 'product-configurator-service'

export const invoice: PaymentProviderDeclaration = {
  name: 'invoice',
  label: 'Invoice',
  description: 'Paid when the invoice has come.',
  params: { due_days: number('Days to pay', { min: 0, max: 365, help: 'From the day of the invoice; at once if left out.' }) },
  pollable: false,
  webhook: false,
}
