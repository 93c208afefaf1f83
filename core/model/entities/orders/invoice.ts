// The invoice of an order: created once when the order is paid, and never changed.
import { defineEntity } from '../../entity/define.js'
import { moneyFields } from '../../entity/groups.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { string } from '../../properties/string.js'

/** The maximum prefix length of the settings plus the digits of a number. */
const maximumNumberLength = 255 + 16

export const invoice = defineEntity({
  name: 'invoice',
  label: 'invoice',
  pluralLabel: 'invoices',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'number', 'gross', 'created'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    number: string('Number', { key: true, length: maximumNumberLength, sparse: true }),
    ...moneyFields,
    created: datetime('Created'),
  },
  unique: [['number'], ['sales_order_id']],
})
