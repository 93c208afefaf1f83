// Term type: the result of another calculation. null counts as 0.
import type { TermType } from 'product-configurator-service'
import { calculationKey, calculationOperand } from '../operand/authoring.js'

export const calculation: TermType = {
  name: 'Calculation',
  label: 'Calculation',
  properties: {},
  authoring: {
    marker: 'calculation',
    keys: { calculation: calculationKey },
    meaning: 'The result of another calculation of this product.',
  },
  operand(args) {
    const reads = calculationOperand(args)
    return reads && { reads }
  },
}
