// Changes the profile of the signed-in account.
import { profileShape } from '../commerce/account/shape.js'
import { createVatIdField } from '../model/entity/groups.js'
import { string } from '../model/properties/string.js'
import { personArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { changeProfile as runChangeProfile } from '../commerce/account/service.js'

export const changeProfile = defineVerb({
  name: 'change-profile',
  description: 'Changes the profile of the signed-in account.',
  method: 'PATCH',
  path: 'account',
  input: { ...personArguments(), vat_id: createVatIdField(), phone: string('Phone') },
  emptied: ['first_name', 'last_name', 'company', 'vat_id', 'phone'],
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (shopperContext, { fields: _fields, ...change }) => runChangeProfile(shopperContext, change),
})
