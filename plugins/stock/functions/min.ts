// min(a, b, …): the smallest of two or more numbers.
import type { FunctionDefinition } from 'product-configurator-service'

export const min: FunctionDefinition = {
  name: 'min',
  description: 'The smallest of two or more numbers.',
  required: 2,
  optional: 'any',
  evaluate: (...values) => Math.min(...values),
}
