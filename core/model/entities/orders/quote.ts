// A quote: a frozen offer, with the fields of an order; changed only through actions.
import { quoteStatuses } from '../../state/statuses.js'
import { defineEntity } from '../../entity/define.js'
import { documentFields } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { json } from '../../properties/json.js'

export const quote = defineEntity({
  name: 'quote',
  label: 'quote',
  pluralLabel: 'quotes',
  area: 'orders',
  operations: ['list', 'read'],
  listing: ['number', 'status', 'customer_id', 'currency_code', 'gross', 'created', 'valid_until'],
  properties: {
    ...documentFields(quoteStatuses),
    valid_until: datetime('Valid until'),
    addresses: json('Addresses', { help: 'Of billing and delivery, as they were told.' }),
  },
  unique: [['number'], ['token']],
  indexes: [['status', 'valid_until']],
})
