// An order: a frozen snapshot of a cart. Only its status can change.
import { orderStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { createDocumentFields, documentFiles } from '../../entity/document-fields.js'
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
    ...createDocumentFields(orderStatuses),
    placed: datetime('Placed'),
    payment_instructions: json('Payment instructions', {
      help: 'The payment instructions shown to the customer: a text and details.',
    }),
  },
  // Drafts have no number and not always a cart. NULL values are never equal.
  unique: [['cart_id'], ['number'], ['token']],
  // MariaDB does not sort by a unique index with nullable columns.
  indexes: [['status', 'created'], ['status'], ['created'], ['placed'], ['number', 'id'], ['customer_id']],
})
