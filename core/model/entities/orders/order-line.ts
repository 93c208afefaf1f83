// A line of a frozen order: one configured product.
import { defineEntity } from '../../entity/define.js'
import { lineFields, lineFiles, createParentJoin } from '../../entity/document-fields.js'

export const orderLine = defineEntity({
  name: 'order-line',
  label: 'order line',
  pluralLabel: 'order lines',
  area: 'orders',
  operations: ['list', 'read'],
  keptFiles: lineFiles,
  listing: ['sales_order_id', 'title', 'sku', 'quantity', 'net', 'gross'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    ...lineFields,
  },
})
