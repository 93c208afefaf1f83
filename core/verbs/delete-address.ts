// Deletes one of the account's addresses.
import { recordIdArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { removeAddress } from '../commerce/account/addresses.js'

export const deleteAddress = defineVerb({
  name: 'delete-address',
  description: 'Deletes an address of the account.',
  method: 'DELETE',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { id }) => removeAddress(shopperContext, id),
})
