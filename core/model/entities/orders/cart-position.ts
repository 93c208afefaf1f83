// A position of a cart: a configuration and how often it is wanted.
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
      help: 'It goes with its product; the position stays until its shopper has heard of it.',
    }),
    title: string('Title', { help: 'Of the product, when it was put into the cart.' }),
    quantity: number('Quantity', { default: 1, min: 1 }),
    note: string('Note', { long: true }),
    unit_net: decimal('Net of one piece', { help: 'In the base currency, when the shopper saw it last.' }),
    unit_recurring: decimal('Recurring net of one piece', { help: 'Likewise.' }),
    ordering: ordering(),
  },
})
