// A shopper's configuration of a product. Only the configurator writes it.
import { defineEntity } from '../../entity/define.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { json } from '../../properties/json.js'
import { join } from '../../properties/join.js'
import { number } from '../../properties/number.js'
import { selections } from '../../properties/selections.js'
import { string } from '../../properties/string.js'

export const configuration = defineEntity({
  name: 'configuration',
  label: 'configuration',
  pluralLabel: 'configurations',
  area: 'orders',
  operations: ['list', 'read', 'delete'],
  listing: ['product_id', 'customer_id', 'state', 'language_tag', 'created', 'changed'],
  unique: [['token']],
  // A list filtered by one column is sorted by id or by that column. The first two indexes serve the cleanup tasks.
  indexes: [['state', 'saved', 'changed'], ['customer_id', 'saved'], ['state'], ['created'], ['changed']],
  properties: {
    token: string('Token', {
      apiSensitive: true,
      key: true,
      length: 64,
      required: true,
      help: 'The access key of the configuration.',
    }),
    product_id: join('Product', 'product', { required: true, cascade: true }),
    selections: selections('Selections'),
    history: string('History', { long: true, help: 'The steps for undo and redo.' }),
    customer_id: join('Customer', 'customer', { weak: true }),
    customer_group_id: join('Customer group', 'customer-group', { weak: true }),
    currency_id: join('Currency', 'currency', { weak: true }),
    country_id: join('Country', 'country', { weak: true, help: 'The country that a guest selected before entering an address.' }),
    state_id: join('State', 'state', { weak: true }),
    tax_context: json('Tax context', {
      platforms: ['shop_platform'],
      help: "The host's price entry mode and tax rates. They determine the taxes.",
    }),
    host_user_id: string('Host user', {
      platforms: ['shop_platform'],
      help: 'The user whose signed assertion opened the configuration. Empty without an assertion.',
    }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    catalog_version: number('Catalog version', { help: "The product's version at the last evaluation." }),
    state: dropdown('Status', {
      choices: { open: 'Open', in_cart: 'In a cart', quoted: 'In a quote', ordered: 'Ordered', shared: 'Shared' },
      default: 'open',
    }),
    name: string('Name', { help: 'The name under which the account saved it.' }),
    saved: datetime('Saved', { help: 'The time at which the account saved it. Unsaved configurations expire.' }),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
})
