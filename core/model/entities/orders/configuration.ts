// A shopper's configuration of a product; written by the configurator only.
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
  // Lists by one column stand in the order of ids or of that column; what the cleaning looks for begins its own two.
  indexes: [['state', 'saved', 'changed'], ['customer_id', 'saved'], ['state'], ['created'], ['changed']],
  properties: {
    token: string('Token', {
      apiSensitive: true,
      key: true,
      length: 64,
      required: true,
      help: 'The only key to the configuration.',
    }),
    product_id: join('Product', 'product', { required: true, cascade: true }),
    selections: selections('Selections'),
    history: string('History', { long: true, help: 'What the shopper can take back and do again.' }),
    customer_id: join('Customer', 'customer', { weak: true }),
    customer_group_id: join('Customer group', 'customer-group', { weak: true }),
    currency_id: join('Currency', 'currency', { weak: true }),
    country_id: join('Country', 'country', { weak: true, help: 'Where a guest says he is, until there is an address.' }),
    state_id: join('State of the country', 'state', { weak: true }),
    tax_context: json('Tax context', {
      platforms: ['shop_platform'],
      help: 'How the host has prices entered, and the rates that it applies; it decides on taxes.',
    }),
    host_user_id: string('User of the host', {
      platforms: ['shop_platform'],
      help: 'The visitor for whom an assertion opened the configuration; empty where no assertion did.',
    }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    catalog_version: number('Catalog version', { help: 'Of the product when the configuration was last settled.' }),
    state: dropdown('State', {
      choices: { open: 'Open', in_cart: 'In a cart', quoted: 'In a quote', ordered: 'Ordered', shared: 'Shared' },
      default: 'open',
    }),
    name: string('Name', { help: 'As the account calls what it keeps.' }),
    saved: datetime('Saved', { help: 'Since when the account keeps it; without, it ends when it is left alone.' }),
    created: datetime('Created'),
    changed: datetime('Changed'),
  },
})
