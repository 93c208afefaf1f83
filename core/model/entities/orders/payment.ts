// A payment of an order: mirrors what a payment provider reported.
import { paymentStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { partOf } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

/** Ids that it keeps whatever becomes of the record. */
const weak = { weak: true } as const

export const payment = defineEntity({
  name: 'payment',
  label: 'payment',
  pluralLabel: 'payments',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'connector', 'reference', 'status', 'amount', 'currency_code', 'remark', 'created'],
  properties: {
    sales_order_id: partOf('Order', 'sales-order'),
    payment_method_id: join('Payment method', 'payment-method', weak),
    connector: string('Connector', { key: true, length: 100, help: 'The payment provider.' }),
    token: string('Token', { apiSensitive: true, key: true, sparse: true, length: 64, help: 'Its own name at the provider.' }),
    reference: string('Reference', { key: true, help: 'How the payment provider names it.' }),
    account: string('Account', { help: 'Of the shop at the provider; reports of another one are not followed.' }),
    origin_id: join('Origin', 'payment', {
      weak: true,
      help: 'The payment that had ended already when the provider reported this one under its reference.',
    }),
    status: dropdown('Status', { choices: paymentStatuses }),
    amount: decimal('Amount', { help: 'What is to be paid.' }),
    currency_code: string('Currency code'),
    received: decimal('Received', { help: 'What was paid.' }),
    received_currency: string('Received currency'),
    refunded: decimal('Paid back', { help: 'Of what was received, all in all.' }),
    redirect: string('Page', { long: true, help: 'Where the customer pays.' }),
    instructions: json('Instructions', { help: 'What the customer was told: a text, and details one by one.' }),
    remark: string('Remark', { long: true, help: 'What somebody should look at.' }),
    begun: datetime('Begun', { help: 'When the provider knew of it.' }),
    expires: datetime('Expires', { help: 'Until when it can be paid.' }),
    polled: datetime('Asked', { help: 'When the provider was asked about it last.' }),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
  unique: [['token']],
  indexes: [['connector', 'reference'], ['status', 'created'], ['origin_id']],
})
