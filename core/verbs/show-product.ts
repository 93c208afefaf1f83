// Shows one published product as its configurator needs it.
import { string } from '../model/properties/string.js'
import { showProduct as show } from '../shop/catalogue/service.js'
import { productReplyShape } from '../shop/catalogue/shape.js'
import { asked, currencyArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const showProduct = defineVerb({
  name: 'show-product',
  description: 'Shows a published product with all that its configurator needs.',
  method: 'GET',
  path: 'products/:key',
  input: {
    key: string('Key', { required: true, help: 'The id of the product, or its label.' }),
    currency: currencyArgument(),
  },
  tagged: true,
  access: {},
  reply: productReplyShape,
  handler: (visit, { key, currency }) => show(visit, key, asked(visit, currency)),
})
