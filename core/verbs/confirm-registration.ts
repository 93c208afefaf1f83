// Creates the account of a registration with the token of its mail, and signs it in.
import { sessionShape } from '../commerce/account/shape.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { guestDataArguments, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/account/registration.js'))

export const confirmRegistration = defineVerb({
  name: 'confirm-registration',
  description: 'Creates the account with the token of the mail, and signs it in.',
  method: 'POST',
  path: 'accounts/confirmations/:token',
  input: { token: tokenArgument('mail'), ...guestDataArguments() },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (shopperContext, { token, fields: _fields, ...along }) =>
    (await load()).confirmRegistration(shopperContext, token, along),
})
