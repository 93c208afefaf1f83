// Adds an address to the account.
import { addressShape } from '../commerce/account/shape.js'
import { defineVerb } from './define-verb.js'
import { storeAccountAddress } from '../commerce/account/addresses.js'

export const createAddress = defineVerb({
  name: 'create-address',
  description: 'Adds an address to the account.',
  method: 'POST',
  path: 'addresses',
  input: {},
  fieldsOf: { entity: 'address', without: ['customer_id', 'party_id'] },
  status: 201,
  location: ({ id }) => `addresses/${String(id)}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { fields }) => storeAccountAddress(shopperContext, fields),
})
