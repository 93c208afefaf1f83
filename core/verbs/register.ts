// Makes an account and signs it in.
import { sessionShape } from '../commerce/account/shape.js'
import { later } from '../ground/later.js'
import { string } from '../model/properties/string.js'
import { alongArguments, emailArgument, passwordArgument, personArguments } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/account/service.js'))

export const register = defineVerb({
  name: 'register',
  description: 'Makes an account and signs it in.',
  method: 'POST',
  path: 'accounts',
  input: {
    email: emailArgument(),
    password: passwordArgument('It takes a text of at least 10 characters.'),
    language: string('Language', { help: 'A tag; the store default if left out.' }),
    ...personArguments(),
    ...alongArguments(),
  },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (visit, { fields: _fields, ...input }) => (await load()).register(visit, input),
})
