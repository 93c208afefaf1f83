// Lists the addresses of the account and of the business partner that it orders for.
import { addressShape } from '../commerce/account/shape.js'
import { listOf, object } from '../model/verb/shape.js'
import { defineVerb } from './define-verb.js'
import { listAddresses as runListAddresses } from '../commerce/account/addresses.js'

export const listAddresses = defineVerb({
  name: 'list-addresses',
  description: 'Lists the addresses of the account and of the business partner that it orders for.',
  method: 'GET',
  path: 'addresses',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: object({ addresses: listOf(addressShape) }),
  handler: async (shopperContext) => ({ addresses: await runListAddresses(shopperContext) }),
})
