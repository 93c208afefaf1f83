// Creates the account of a registration with the token of its mail and a new password, and signs it in.
import { sessionShape } from '../commerce/account/shape.js'
import { guestDataArguments, passwordArgument, personArguments, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { confirmRegistration as runConfirmRegistration } from '../commerce/account/registration.js'

export const confirmRegistration = defineVerb({
  name: 'confirm-registration',
  description: 'Creates the account with the token of the mail and a new password, and signs it in.',
  method: 'POST',
  path: 'accounts/confirmations/:token',
  input: {
    token: tokenArgument('mail'),
    password: passwordArgument('It takes a text of at least 10 characters.'),
    ...personArguments(),
    ...guestDataArguments(),
  },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runConfirmRegistration(shopperContext, token, input),
})
