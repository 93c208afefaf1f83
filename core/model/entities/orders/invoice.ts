// The invoice of an order: one, made when it is paid, and never changed.
import { defineEntity } from '../../entity/define.js'
import { money } from '../../entity/groups.js'
import { partOf } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { string } from '../../properties/string.js'

/** The longest prefix that the settings take, and the digits behind it. */
const longestNumber = 255 + 16

export const invoice = defineEntity({
  name: 'invoice',
  label: 'invoice',
  pluralLabel: 'invoices',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'number', 'gross', 'created'],
  properties: {
    sales_order_id: partOf('Order', 'sales-order'),
    number: string('Number', { key: true, length: longestNumber, sparse: true }),
    ...money,
    created: datetime('Created'),
  },
  unique: [['number'], ['sales_order_id']],
})
