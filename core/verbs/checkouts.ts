// Verbs of checkouts: address, delivery, payment method, placing the order or requesting a quote.
import { checkoutShape } from '../commerce/checkout/define.js'
import { tokenArgument, contactArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readCheckout as runReadCheckout, changeCheckout as runChangeCheckout } from '../commerce/checkout/service.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { documentShape } from '../commerce/document/define.js'
import { decimal } from '../model/properties/number.js'
import { placeOrder as runPlaceOrder } from '../commerce/order/place.js'
import { quoteShape } from '../commerce/quote/define.js'
import { requestQuoteOfCheckout } from '../commerce/quote/request.js'

export const readCheckout = defineVerb({
  name: 'read-checkout',
  description: 'Reads a checkout with the offered methods, the current price and the missing data.',
  method: 'GET',
  path: 'checkouts/:token',
  input: { token: tokenArgument('checkout') },
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (shopperContext, { token }) => runReadCheckout(shopperContext, token),
})

export const changeCheckout = defineVerb({
  name: 'change-checkout',
  description: 'Sets checkout data for one or more steps, in any order. Fields that are left out remain unchanged.',
  method: 'PATCH',
  path: 'checkouts/:token',
  input: {
    token: tokenArgument('checkout'),
    ...contactArguments(),
    same_address: boolean('Same address', { help: 'True to deliver to the billing address.' }),
    shipping_method_id: join('Shipping method', 'shipping-method', { help: 'One of the offered methods.' }),
    payment_method_id: join('Payment method', 'payment-method', { help: 'One of the offered methods.' }),
    terms_agreed: boolean('Terms agreed', { help: 'True if the shopper agrees to the terms.' }),
  },
  emptied: ['phone', 'vat_id', 'note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runChangeCheckout(shopperContext, token, input),
})

export const placeOrder = defineVerb({
  name: 'place-order',
  description: 'Places the order of a checkout for the totals shown to the shopper. Placing it again returns the same order.',
  method: 'POST',
  path: 'checkouts/:token/place',
  input: {
    token: tokenArgument('checkout'),
    total: decimal('Total', { required: true, help: 'The gross total shown to the shopper.' }),
    recurring_total: decimal('Recurring total', { help: 'The recurring gross total shown to the shopper. Default 0.' }),
  },
  status: 201,
  location: ({ token }) => `orders/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: documentShape,
  handler: async (shopperContext, { token, total, recurring_total }) =>
    runPlaceOrder(shopperContext, token, { total, recurring_total }),
})

export const requestCheckoutQuote = defineVerb({
  name: 'request-checkout-quote',
  description: 'Requests a quote with the addresses and delivery of a checkout. Requesting it again returns the same quote.',
  method: 'POST',
  path: 'checkouts/:token/quote',
  input: { token: tokenArgument('checkout') },
  status: 201,
  location: ({ token }) => `quotes/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => requestQuoteOfCheckout(shopperContext, token),
})
