// Condition type: compares the result of a calculation.
import type { ConditionType } from 'product-configurator-service'
import { calculationKey, calculationOperand } from '../operand/authoring.js'

export const calculation: ConditionType = {
  name: 'Calculation',
  label: 'Calculation',
  properties: {},
  authoring: {
    marker: 'calculation',
    keys: { calculation: calculationKey },
    meaning: 'True if the result of the calculation satisfies the comparison.',
  },
  operand: calculationOperand,
}
