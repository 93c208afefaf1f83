// The total of one tax rate of a frozen order.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin, taxRateFields } from '../../entity/document-fields.js'

export const orderTaxRate = defineEntity({
  name: 'order-tax-rate',
  label: 'order tax rate',
  pluralLabel: 'order tax rates',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'rate', 'code', 'net', 'tax'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    ...taxRateFields,
  },
})
