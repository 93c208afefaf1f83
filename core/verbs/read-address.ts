// Reads one of the account's addresses.
import { readAddress as read } from '../commerce/account/addresses.js'
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
  handler: (visit, { id }) => read(visit, id),
})
