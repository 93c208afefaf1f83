// Signs in to an account.
import { sessionShape } from '../commerce/account/shape.js'
import { guestDataArguments, emailArgument, passwordArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { login } from '../commerce/account/service.js'

export const signIn = defineVerb({
  name: 'sign-in',
  description: 'Signs in to an account.',
  method: 'POST',
  path: 'sessions',
  input: {
    email: emailArgument(),
    password: passwordArgument('It takes the password.'),
    ...guestDataArguments(),
  },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (shopperContext, { fields: _fields, ...input }) => login(shopperContext, input),
})
