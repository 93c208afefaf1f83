// A position of a cart: a configuration and its quantity.
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { decimal, number } from '../../properties/number.js'
import { ordering } from '../../properties/ordering.js'
import { string } from '../../properties/string.js'

export const cartPosition = defineEntity({
  name: 'cart-position',
  label: 'cart position',
  pluralLabel: 'cart positions',
  area: 'orders',
  operations: ['list', 'read', 'delete'],
  listing: ['cart_id', 'configuration_id', 'quantity', 'ordering'],
  properties: {
    cart_id: join('Cart', 'cart', { owner: true, required: true }),
    configuration_id: join('Configuration', 'configuration', {
      required: true,
      weak: true,
      help: 'Deleted with its product. The position remains until the shopper has been informed.',
    }),
    title: string('Title', { help: 'The product title at the time it was added to the cart.' }),
    quantity: number('Quantity', { default: 1, min: 1 }),
    note: string('Note', { long: true }),
    unit_net: decimal('Unit price, net', { help: 'In the base currency, as last shown to the shopper.' }),
    unit_recurring: decimal('Recurring unit price, net', { help: 'In the base currency, as last shown to the shopper.' }),
    ordering: ordering(),
  },
})
