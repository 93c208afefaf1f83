// Reads one of the account's addresses.
import { addressShape } from '../commerce/account/shape.js'
import { idArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

export const readAddress = defineVerb({
  name: 'read-address',
  description: 'Reads an address of the account.',
  method: 'GET',
  path: 'addresses/:id',
  input: { id: idArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (visit, { id }) => (await import('../commerce/account/addresses.js')).readAddress(visit, id),
})
