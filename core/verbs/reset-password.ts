// Sets a new password with the one-time token of the reset mail.
import { passwordArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { resetPassword as runResetPassword } from '../commerce/account/service.js'

export const resetPassword = defineVerb({
  name: 'reset-password',
  description: 'Sets a new password with the token of the reset mail.',
  method: 'POST',
  path: 'password-resets/:token',
  input: {
    token: tokenArgument('mail'),
    password: passwordArgument('It takes a text of at least 10 characters.'),
  },
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: null,
  handler: async (shopperContext, { token, password }) => runResetPassword(shopperContext, token, password),
})
