// The payment provider `sandbox`: for demos and tests, with an outcome that is set beforehand.
import { dropdown, type PaymentProviderDeclaration } from 'product-configurator-service'

export const sandbox: PaymentProviderDeclaration = {
  name: 'sandbox',
  label: 'Sandbox',
  description: 'For demos and tests: no money moves, and the outcome is the one that is set.',
  params: {
    outcome: dropdown('Outcome', {
      choices: { succeed: 'It succeeds', fail: 'It fails', wrong_amount: 'A wrong amount is paid' },
      default: 'succeed',
    }),
  },
  pollable: true,
  webhook: false,
}
