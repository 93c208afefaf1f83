// Sends a mail with a password reset link if the account exists.
import { object, text } from '../model/verb/shape.js'
import { emailArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { toLanguagePath, writeShopReply } from '../shop/language.js'
import { requestResetMail } from '../commerce/account/service.js'

export const requestPasswordReset = defineVerb({
  name: 'request-password-reset',
  description: 'Sends a mail with a password reset link.',
  method: 'POST',
  path: 'password-resets',
  input: { email: emailArgument() },
  status: 202,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: object({ message: text() }),
  async handler(shopperContext, { email }) {
    const work = await shopperContext.at()
    await requestResetMail(shopperContext, email, (token) =>
      shopperContext.link(toLanguagePath(work, shopperContext.language, `/account/password?token=${token}`)),
    )
    return { message: writeShopReply(work, shopperContext.language, 'shop.resetMailSent') }
  },
})
