// max(a, b, …): the largest of two or more numbers.
import type { FunctionDefinition } from 'product-configurator-service'

export const max: FunctionDefinition = {
  name: 'max',
  description: 'The largest of two or more numbers.',
  required: 2,
  optional: 'any',
  evaluate: (...values) => Math.max(...values),
}
