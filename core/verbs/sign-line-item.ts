// Signs a finished configuration for a host that owns the cart.
import { signedLineItemShape } from '../commerce/line-item/shape.js'
import { quantityArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { signConfiguration } from '../commerce/line-item/service.js'

export const signLineItem = defineVerb({
  name: 'sign-line-item',
  description: 'Signs a finished configuration as a line item of the host.',
  method: 'POST',
  path: 'configurations/:token/line-item',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  status: 201,
  access: { where: 'line-items' },
  reply: signedLineItemShape,
  handler: async (shopperContext, { token, quantity }) => signConfiguration(shopperContext, token, quantity),
})
