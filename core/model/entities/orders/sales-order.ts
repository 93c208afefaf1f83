// An order: a frozen snapshot of what was ordered; changed only by setting its status.
import { orderStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { documentFields, documentFiles } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { json } from '../../properties/json.js'

export const salesOrder = defineEntity({
  name: 'sales-order',
  label: 'order',
  pluralLabel: 'orders',
  area: 'orders',
  operations: ['list', 'read'],
  keptFiles: documentFiles,
  listing: ['number', 'status', 'customer_id', 'currency_code', 'gross', 'created', 'placed'],
  properties: {
    ...documentFields(orderStatuses),
    placed: datetime('Placed'),
    payment_instructions: json('Payment instructions', {
      help: 'What the customer was told of how to pay: a text, and details.',
    }),
  },
  // Drafts have neither a number nor always a cart; NULLs are never equal.
  unique: [['cart_id'], ['number'], ['token']],
  // MariaDB sorts by no unique index whose values may lack.
  indexes: [['status', 'created'], ['status'], ['created'], ['placed'], ['number', 'id'], ['customer_id']],
})
