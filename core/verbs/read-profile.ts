// Reads the account of whoever is signed in.
import { profileShape } from '../commerce/account/shape.js'
import { defineVerb } from '../verb/define.js'

export const readProfile = defineVerb({
  name: 'read-profile',
  description: 'Reads the account of whoever is signed in.',
  method: 'GET',
  path: 'account',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (visit) => (await import('../commerce/account/service.js')).readProfile(visit),
})
