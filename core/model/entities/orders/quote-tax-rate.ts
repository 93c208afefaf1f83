// The total of one tax rate of a frozen quote.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin, taxRateFields } from '../../entity/document-fields.js'

export const quoteTaxRate = defineEntity({
  name: 'quote-tax-rate',
  label: 'quote tax rate',
  pluralLabel: 'quote tax rates',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['quote_id', 'rate', 'code', 'net', 'tax'],
  properties: {
    quote_id: createParentJoin('Quote', 'quote'),
    ...taxRateFields,
  },
})
