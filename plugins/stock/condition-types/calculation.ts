// Compares a calculation's result.
import type { ConditionType } from 'product-configurator-service'
import { calculationKey, calculationOperand } from '../operand/authoring.js'

export const calculation: ConditionType = {
  name: 'Calculation',
  label: 'Calculation',
  properties: {},
  authoring: { marker: 'calculation', keys: { calculation: calculationKey }, meaning: "The calculation's result compares so." },
  operand: calculationOperand,
}
