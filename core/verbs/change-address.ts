// Changes one of the account's addresses.
import { addressShape } from '../commerce/account/shape.js'
import { recordIdArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { storeAccountAddress } from '../commerce/account/addresses.js'

export const changeAddress = defineVerb({
  name: 'change-address',
  description: 'Changes an address of the account.',
  method: 'PATCH',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  fieldsOf: { entity: 'address', without: ['customer_id', 'party_id'] },
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { id, fields }) => storeAccountAddress(shopperContext, fields, id),
})
