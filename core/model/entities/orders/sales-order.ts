// An order: a frozen snapshot of a cart. Only its states, its tags and the note of the staff can change.
import { fulfilmentStates, orderStatuses, paymentStates } from '../../state/statuses.js'
import type { RecordOf } from '../../../foundation/property/typing.js'
import { defineEntity } from '../../entity/define.js'
import { createDocumentFields, documentFiles } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { json, type JsonContent } from '../../properties/json.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

/** Maximum number of tags of an order, and characters of a tag. */
export const tagLimits = { count: 50, length: 60 } as const

export const tagsContent: JsonContent<readonly string[], readonly []> = {
  schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: tagLimits.length }, maxItems: tagLimits.count },
  typeText: 'readonly string[]',
  example: '["urgent"]',
  empty: [],
}

export const salesOrder = defineEntity({
  name: 'sales-order',
  label: 'order',
  pluralLabel: 'orders',
  area: 'orders',
  operations: ['list', 'read'],
  keptFiles: documentFiles,
  listing: [
    'number',
    'status',
    'payment_state',
    'fulfilment_state',
    'customer_id',
    'currency_code',
    'gross',
    'created',
    'placed',
  ],
  properties: {
    ...createDocumentFields(orderStatuses),
    number_prefix: string('Number prefix', { length: 32, help: 'Shown before the number.' }),
    placed: datetime('Placed'),
    payment_instructions: json('Payment instructions', {
      help: 'The payment instructions shown to the customer: a text and details.',
    }),
    payment_state: dropdown('Payment status', { choices: paymentStates, help: 'Derived from the payments.' }),
    fulfilment_state: dropdown('Fulfilment status', { choices: fulfilmentStates, help: 'Derived from the shipments.' }),
    paid_amount: decimal('Paid amount', { help: "The received payments in the order's currency." }),
    refunded_amount: decimal('Refunded amount', { help: "The refunds in the order's currency." }),
    tags: json('Tags', { content: tagsContent, help: 'Labels for the staff.' }),
    staff_note: string('Staff note', { long: true, help: 'Not shown to the customer.' }),
  },
  // Drafts have no number and not always a cart. NULL values are never equal.
  unique: [['cart_id'], ['number'], ['token']],
  // MariaDB does not sort by a unique index with nullable columns.
  indexes: [
    ['status', 'created'],
    ['status'],
    ['created'],
    ['placed'],
    ['number', 'id'],
    ['customer_id'],
    ['payment_state'],
    ['fulfilment_state'],
  ],
})

/** The stored fields of an order. */
export type OrderRecord = RecordOf<typeof salesOrder>
