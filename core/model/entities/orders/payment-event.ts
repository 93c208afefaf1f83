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
  listing: ['payment_id', 'at', 'source', 'status', 'amount', 'currency_code', 'message'],
  properties: {
    payment_id: partOf('Payment', 'payment'),
    at: datetime('At'),
    source: dropdown('Source', {
      choices: { begin: 'Its beginning', webhook: 'A webhook', poll: 'A poll', person: 'A person' },
      help: 'Who said so.',
    }),
    connector: string('Connector', { key: true, length: 100 }),
    event_id: string('Event', { key: true, sparse: true, help: 'How the provider names its report: it counts once.' }),
    status: dropdown('Status', { choices: paymentStatuses, help: 'What was reported.' }),
    amount: decimal('Amount'),
    currency_code: string('Currency code'),
    message: string('Message', { long: true }),
  },
  // Entries that no report of a provider made have no event; NULLs are never equal.
  unique: [['connector', 'event_id']],
})
