// Reads the profile of the signed-in account.
import { profileShape } from '../commerce/account/shape.js'
import { defineVerb } from './define-verb.js'
import { readProfile as runReadProfile } from '../commerce/account/service.js'

export const readProfile = defineVerb({
  name: 'read-profile',
  description: 'Reads the profile of the signed-in account.',
  method: 'GET',
  path: 'account',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (shopperContext) => runReadProfile(shopperContext),
})
