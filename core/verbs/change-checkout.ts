// Sets the data of one or more checkout steps.
import { checkoutShape } from '../commerce/checkout/define.js'
import { emailAddress, createVatIdField } from '../model/entity/groups.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { string } from '../model/properties/string.js'
import { createAddressArgument } from './contents.js'
import { noteArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { changeCheckout as runChangeCheckout } from '../commerce/checkout/service.js'

export const changeCheckout = defineVerb({
  name: 'change-checkout',
  description: 'Sets checkout data for one or more steps, in any order. Fields that are left out remain unchanged.',
  method: 'PATCH',
  path: 'checkouts/:token',
  input: {
    token: tokenArgument('checkout'),
    email: emailAddress('E-mail'),
    phone: string('Phone'),
    vat_id: createVatIdField(),
    note: noteArgument(),
    billing: createAddressArgument('Billing address'),
    billing_address_id: join('Billing address', 'address', { help: "The id of one of the account's addresses." }),
    delivery: createAddressArgument('Delivery address'),
    delivery_address_id: join('Delivery address', 'address', { help: "The id of one of the account's addresses." }),
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
