// Identifies the shopper by the session token in the header. Without a header: a guest.
import { createMessage, guest, ServiceError, type IdentityAdapter } from 'product-configurator-service'

export const identity: IdentityAdapter = {
  keepsAccounts: true,
  async shopper(app, headers) {
    const session = headers['x-svc-shopper']
    if (session === undefined || session === '') return guest
    const shopper = typeof session === 'string' ? await app.shop.accounts.sessionShopper(session) : null
    if (shopper !== null) return shopper
    throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.sessionUnknown'))
  },
}
