// Requests a quote for the contents of a cart.
import { quoteShape } from '../commerce/quote/shape.js'
import { emailAddress, createVatIdField } from '../model/entity/groups.js'
import { join } from '../model/properties/join.js'
import { string } from '../model/properties/string.js'
import { createAddressArgument } from './contents.js'
import { noteArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { requestQuote as runRequestQuote } from '../commerce/quote/request.js'

export const requestQuote = defineVerb({
  name: 'request-quote',
  description: 'Requests a quote for a cart and closes the cart. Requesting it again returns the same quote.',
  method: 'POST',
  path: 'carts/:token/quote',
  input: {
    token: tokenArgument('cart'),
    email: emailAddress('E-mail'),
    phone: string('Phone'),
    vat_id: createVatIdField(),
    note: noteArgument(),
    billing: createAddressArgument('Billing address'),
    billing_address_id: join('Billing address', 'address', { help: "The id of one of the account's addresses." }),
    delivery: createAddressArgument('Delivery address'),
    delivery_address_id: join('Delivery address', 'address', { help: "The id of one of the account's addresses." }),
  },
  status: 201,
  location: ({ token }) => `quotes/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: quoteShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runRequestQuote(shopperContext, token, input),
})
