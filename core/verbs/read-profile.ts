// Reads the profile of the signed-in account.
import { profileShape } from '../commerce/account/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/account/service.js'))

export const readProfile = defineVerb({
  name: 'read-profile',
  description: 'Reads the profile of the signed-in account.',
  method: 'GET',
  path: 'account',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (shopperContext) => (await load()).readProfile(shopperContext),
})
