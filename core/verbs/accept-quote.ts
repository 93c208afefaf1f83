// Accepts a quote and creates the order at the quoted price.
import { documentShape } from '../commerce/document/shape.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { decimal } from '../model/properties/number.js'
import { createAddressArgument } from './contents.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { acceptQuote as runAcceptQuote } from '../commerce/quote/accept.js'

export const acceptQuote = defineVerb({
  name: 'accept-quote',
  description:
    'Accepts a quote for the totals shown to the shopper and creates the order. Accepting it again returns the same order.',
  method: 'POST',
  path: 'quotes/:token/accept',
  input: {
    token: tokenArgument('quote'),
    billing: createAddressArgument('Billing address'),
    billing_address_id: join('Billing address', 'address', { help: "The id of one of the account's addresses." }),
    delivery: createAddressArgument('Delivery address'),
    delivery_address_id: join('Delivery address', 'address', { help: "The id of one of the account's addresses." }),
    payment_method_id: join('Payment method', 'payment-method', { help: 'One of the offered methods.' }),
    terms_agreed: boolean('Terms agreed', { help: 'True if the shopper agrees to the terms.' }),
    total: decimal('Total', { required: true, help: 'The gross total shown to the shopper.' }),
    recurring_total: decimal('Recurring total', { help: 'The recurring gross total shown to the shopper. Default 0.' }),
  },
  status: 201,
  location: ({ token }) => `orders/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: documentShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runAcceptQuote(shopperContext, token, input),
})
