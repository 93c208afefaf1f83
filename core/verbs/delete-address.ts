// Deletes one of the account's addresses.
import { lazyImport } from '../foundation/lazy-import.js'
import { recordIdArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/account/addresses.js'))

export const deleteAddress = defineVerb({
  name: 'delete-address',
  description: 'Deletes an address of the account.',
  method: 'DELETE',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { id }) => (await load()).removeAddress(shopperContext, id),
})
