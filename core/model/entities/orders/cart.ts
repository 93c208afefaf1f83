// A shopper's cart. Only cart operations write it.
import { defineEntity } from '../../entity/define.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const cart = defineEntity({
  name: 'cart',
  label: 'cart',
  pluralLabel: 'carts',
  area: 'orders',
  operations: ['list', 'read', 'delete'],
  listing: ['customer_id', 'currency_id', 'state', 'created', 'changed'],
  unique: [['token']],
  indexes: [['state', 'changed'], ['state'], ['created'], ['changed']],
  properties: {
    token: string('Token', { apiSensitive: true, key: true, length: 64, required: true, help: 'The access key of the cart.' }),
    customer_id: join('Customer', 'customer'),
    currency_id: join('Currency', 'currency'),
    country_id: join('Country', 'country', { weak: true, help: 'The country that a guest selected before entering an address.' }),
    state_id: join('State', 'state', { weak: true }),
    note: string('Note', { long: true, length: 2_000 }),
    state: dropdown('Status', { choices: { open: 'Open', quoted: 'In a quote', ordered: 'Ordered' }, default: 'open' }),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
})
