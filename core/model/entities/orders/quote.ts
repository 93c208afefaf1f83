// A quote: a frozen offer with the fields of an order. Only actions change it.
import { quoteStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { createDocumentFields, documentFiles } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { join } from '../../properties/join.js'
import { json } from '../../properties/json.js'
import { number } from '../../properties/number.js'
import { string } from '../../properties/string.js'

export const quote = defineEntity({
  name: 'quote',
  label: 'quote',
  pluralLabel: 'quotes',
  area: 'orders',
  operations: ['list', 'read'],
  keptFiles: documentFiles,
  listing: ['number', 'status', 'customer_id', 'currency_code', 'gross', 'created', 'valid_until'],
  properties: {
    ...createDocumentFields(quoteStatuses),
    validity_days: number('Validity in days', {
      help: 'Counted from the day of sending. If empty: the validity of quotes in the settings.',
    }),
    valid_until: datetime('Valid until'),
    answer: string('Answer', { long: true, help: "The shop's reply to the customer." }),
    revises_id: join('Replaces', 'quote', { weak: true, help: 'The quote that it replaces.' }),
    pricing: json('Pricing', {
      help: 'The pricing data. A special discount or another delivery price is computed from it.',
    }),
    addresses: json('Addresses', { help: 'The billing and delivery addresses as entered.' }),
  },
  unique: [['number'], ['token']],
  indexes: [['status', 'valid_until'], ['cart_id'], ['customer_id']],
})
