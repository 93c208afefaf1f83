// Ends the current session.
import { ServiceError } from '../foundation/errors.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/account/service.js'))

export const signOut = defineVerb({
  name: 'sign-out',
  description: 'Ends the session in the header X-Svc-Shopper.',
  method: 'DELETE',
  path: 'sessions/current',
  input: {},
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: null,
  async handler(shopperContext) {
    if (shopperContext.session) return (await load()).logout(shopperContext, shopperContext.session)
    throw new ServiceError('AUTHENTICATION_REQUIRED', "Send the session that is to end in the header 'X-Svc-Shopper'.")
  },
})
