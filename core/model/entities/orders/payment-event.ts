// An entry of a payment's timeline.
import type { MessageText } from '../../../foundation/message.js'
import { paymentStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { json, type JsonContent } from '../../properties/json.js'
import { decimal } from '../../properties/number.js'
import { string } from '../../properties/string.js'

/** Messages, or finished texts of a provider or a person. */
export const messageListContent: JsonContent<readonly MessageText[], readonly []> = {
  schema: {
    type: 'array',
    items: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: { key: { type: 'string' }, values: { type: 'object' }, english: { type: 'string' } },
          required: ['key', 'values'],
        },
      ],
    },
  },
  typeText:
    'readonly (string | { readonly key: string; readonly values: Readonly<Record<string, unknown>>; readonly english?: string })[]',
  empty: [],
}

export const paymentEvent = defineEntity({
  name: 'payment-event',
  label: 'payment event',
  pluralLabel: 'payment events',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['payment_id', 'at', 'source', 'status', 'amount', 'currency_code', 'message'],
  properties: {
    payment_id: createParentJoin('Payment', 'payment'),
    at: datetime('Time'),
    source: dropdown('Source', {
      choices: { begin: 'Start of the payment', webhook: 'A webhook', poll: 'A poll', person: 'A person' },
      help: 'The origin of the report.',
    }),
    connector: string('Payment provider', { key: true, length: 100 }),
    event_id: string('Event', { key: true, sparse: true, help: "The provider's id of the report. Duplicates are ignored." }),
    status: dropdown('Status', { choices: paymentStatuses, help: 'The reported status.' }),
    amount: decimal('Amount'),
    currency_code: string('Currency code'),
    message: string('Message', { long: true, help: 'In English.' }),
    messages: json('Message as data', {
      content: messageListContent,
      help: 'The parts of the message: keys and values of messages, or finished texts. Empty for entries of earlier versions.',
    }),
  },
  // Entries without a provider report have no event id. NULL values are never equal.
  unique: [['connector', 'event_id']],
})
