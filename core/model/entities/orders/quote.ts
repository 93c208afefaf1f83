// A quote: a frozen offer, with the fields of an order; changed only through actions.
import { quoteStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { documentFields, documentFiles } from '../../entity/order-groups.js'
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
    ...documentFields(quoteStatuses),
    validity_days: number('Validity in days', {
      help: 'From the day on that it is sent; the setting quote_validity_days if empty.',
    }),
    valid_until: datetime('Valid until'),
    answer: string('Answer', { long: true, help: 'Of the shop, to the customer.' }),
    revises_id: join('Revises', 'quote', { weak: true, help: 'The quote in whose place it stands.' }),
    pricing: json('Pricing', {
      help: 'What it was priced by: a special discount or another price of delivery is computed by it.',
    }),
    addresses: json('Addresses', { help: 'Of billing and delivery, as they were told.' }),
  },
  unique: [['number'], ['token']],
  indexes: [['status', 'valid_until'], ['cart_id'], ['customer_id']],
})
