// Condition type: compares a field of the customer's group.
import type { ConditionType } from 'product-configurator-service'
import { groupFieldKey, groupOperand } from '../operand/authoring.js'

export const customerGroup: ConditionType = {
  name: 'CustomerGroup',
  label: 'Customer group',
  properties: {},
  authoring: {
    marker: 'customerGroup',
    keys: { customerGroup: groupFieldKey },
    meaning: 'True if a field of the customer group satisfies the comparison.',
  },
  operand: groupOperand,
}
