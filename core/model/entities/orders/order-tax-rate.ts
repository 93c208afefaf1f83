// The total of one tax rate of a frozen order.
import { defineEntity } from '../../entity/define.js'
import { partOf, taxRateFields } from '../../entity/order-groups.js'

export const orderTaxRate = defineEntity({
  name: 'order-tax-rate',
  label: 'order tax rate',
  pluralLabel: 'order tax rates',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'rate', 'code', 'net', 'tax'],
  properties: {
    sales_order_id: partOf('Order', 'sales-order'),
    ...taxRateFields,
  },
})
