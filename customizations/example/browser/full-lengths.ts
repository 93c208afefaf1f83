// Computes `fullLengths`. The service and browsers both load this file.
import type { FunctionDefinition } from 'product-configurator-service'

export const declare = (): FunctionDefinition => ({
  name: 'fullLengths',
  description: 'The length of as many whole bars as the wanted length needs: fullLengths(3100, 2000) is 4000.',
  required: 2,
  optional: 0,
  evaluate: (amount = 0, bar = 0) => (bar > 0 ? Math.ceil(amount / bar) * bar : null),
})
