// Starts the registration of an account. The reply is the same whether or not the address has an account.
import { string } from '../model/properties/string.js'
import { object, text } from '../model/verb/shape.js'
import { emailArgument, guestDataArguments } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { toLanguagePath, writeShopReply } from '../shop/language.js'
import { startRegistration } from '../commerce/account/registration.js'

export const register = defineVerb({
  name: 'register',
  description: 'Starts a registration: sends a mail with a link that creates the account.',
  method: 'POST',
  path: 'accounts',
  input: {
    email: emailArgument(),
    language: string('Language', { help: 'A language tag. Default: the default language of the store.' }),
    ...guestDataArguments(),
  },
  status: 202,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: object({ message: text() }),
  async handler(shopperContext, { fields: _fields, ...input }) {
    const work = await shopperContext.at()
    const page = (path: string): string =>
      shopperContext.link(toLanguagePath(work, shopperContext.language ?? input.language, path))
    await startRegistration(shopperContext, input, {
      confirm: (token) => page(`/account?confirm=${token}`),
      resetPassword: (token) => page(`/account/password?token=${token}`),
      signIn: page('/account'),
    })
    return { message: writeShopReply(work, shopperContext.language ?? input.language, 'shop.registrationMailSent') }
  },
})
