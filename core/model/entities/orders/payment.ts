// A payment of an order, as reported by the payment provider.
import { paymentStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'
import { messageListContent } from './payment-event.js'

/** These ids are kept when the referenced record is deleted. */
const weakReference = { weak: true } as const

export const payment = defineEntity({
  name: 'payment',
  label: 'payment',
  pluralLabel: 'payments',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['sales_order_id', 'connector', 'reference', 'status', 'amount', 'currency_code', 'remark', 'created'],
  properties: {
    sales_order_id: createParentJoin('Order', 'sales-order'),
    payment_method_id: join('Payment method', 'payment-method', weakReference),
    connector: string('Payment provider', { key: true, length: 100 }),
    token: string('Token', {
      apiSensitive: true,
      key: true,
      sparse: true,
      length: 64,
      help: "The payment's key at the provider.",
    }),
    reference: string('Reference', { key: true, help: "The provider's id of the payment." }),
    account: string('Account', { help: "The shop's account at the provider. Reports for another account are ignored." }),
    origin_id: join('Origin', 'payment', {
      weak: true,
      help: 'An earlier, completed payment with the same reference at the provider.',
    }),
    status: dropdown('Status', { choices: paymentStatuses }),
    amount: decimal('Amount', { help: 'The amount due.' }),
    currency_code: string('Currency code'),
    received: decimal('Received', { help: 'The amount paid.' }),
    received_currency: string('Received currency'),
    refunded: decimal('Refunded', { help: 'The total refunded amount.' }),
    redirect: string('Page', { long: true, help: 'The URL of the payment page.' }),
    instructions: json('Instructions', { help: 'The instructions shown to the customer: a text and details.' }),
    authorized: decimal('Authorized', { help: 'The amount that the provider holds until it is captured.' }),
    capture_before: datetime('Capture before', { help: 'The time at which the authorization ends.' }),
    planned: dropdown('Planned step', {
      choices: { capture: 'Capture', release: 'Release' },
      help: 'The next step for the authorized amount. The service carries it out at the provider.',
    }),
    capture_amount: decimal('Planned capture', {
      help: 'The total that is captured after the planned step. If empty: the whole authorized amount.',
    }),
    remark: string('Remark', { long: true, help: 'A problem that requires attention.' }),
    remark_messages: json('Remark as messages', {
      content: messageListContent,
      help: 'The parts of the remark: keys and values of messages, or finished texts. Empty for remarks of earlier versions.',
    }),
    begun: datetime('Started', { help: 'The time at which the provider received it.' }),
    expires: datetime('Expires', { help: 'The time limit for paying.' }),
    polled: datetime('Last checked', { help: 'The time of the last status request to the provider.' }),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
  unique: [['token']],
  indexes: [['connector', 'reference'], ['status', 'created'], ['origin_id']],
})
