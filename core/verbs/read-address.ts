// Reads one of the account's addresses.
import { addressShape } from '../commerce/account/shape.js'
import { recordIdArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readAddress as runReadAddress } from '../commerce/account/addresses.js'

export const readAddress = defineVerb({
  name: 'read-address',
  description: 'Reads an address of the account.',
  method: 'GET',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { id }) => runReadAddress(shopperContext, id),
})
