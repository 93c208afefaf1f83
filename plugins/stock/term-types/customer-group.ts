// Term type: 1 if a field of the customer's group equals a value, otherwise 0.
import type { TermType } from 'product-configurator-service'
import { groupFieldKey, groupOperand } from '../operand/authoring.js'

export const customerGroup: TermType = {
  name: 'CustomerGroup',
  label: 'Customer group',
  properties: {},
  authoring: {
    marker: 'customerGroup',
    keys: {
      customerGroup: groupFieldKey,
      value: {
        stored: 'value',
        required: true,
        schema: { type: ['string', 'number', 'boolean'], description: 'The value to compare with.' },
      },
    },
    meaning: "1 if the field of the customer's group has this value, otherwise 0.",
  },
  operand(args) {
    const reads = groupOperand(args)
    const { value } = args
    const equals = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
    return reads && equals !== undefined ? { reads, equals } : null
  },
}
