// Ends the current session.
import { ServiceError } from '../foundation/errors.js'
import { defineVerb } from './define-verb.js'
import { logout } from '../commerce/account/service.js'
import { createMessage } from '../foundation/message.js'

export const signOut = defineVerb({
  name: 'sign-out',
  description: 'Ends the session in the header X-Svc-Shopper.',
  method: 'DELETE',
  path: 'sessions/current',
  input: {},
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: null,
  async handler(shopperContext) {
    if (shopperContext.session) return logout(shopperContext, shopperContext.session)
    throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.sessionNeeded'))
  },
})
