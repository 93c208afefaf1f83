// An entry of a payment's timeline.
import { paymentStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { partOf } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

export const paymentEvent = defineEntity({
  name: 'payment-event',
  label: 'payment event',
  pluralLabel: 'payment events',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['payment_id', 'at', 'source', 'status', 'amount', 'message'],
  properties: {
    payment_id: partOf('Payment', 'payment'),
    at: datetime('At'),
    source: string('Source', { help: 'Who said so: a webhook, a poll or a person.' }),
    status: dropdown('Status', { choices: paymentStatuses }),
    amount: decimal('Amount'),
    message: string('Message', { long: true }),
  },
})
