// A payment of an order: mirrors what a payment provider reported.
import { paymentStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { partOf } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

export const payment = defineEntity({
  name: 'payment',
  label: 'payment',
  pluralLabel: 'payments',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'connector', 'reference', 'status', 'amount', 'currency_code', 'created'],
  properties: {
    sales_order_id: partOf('Order', 'sales-order'),
    connector: string('Connector', { key: true, length: 100 }),
    reference: string('Reference', { key: true, help: 'How the payment provider names it.' }),
    status: dropdown('Status', { choices: paymentStatuses }),
    amount: decimal('Amount'),
    currency_code: string('Currency code'),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
  indexes: [
    ['connector', 'reference'],
    ['status', 'created'],
  ],
})
