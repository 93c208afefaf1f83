// Who the shopper is: a guest, until the shop has accounts and with them session tokens.
import { guest, ServiceError, type IdentityAdapter } from 'product-configurator-service'

export const identity: IdentityAdapter = {
  shopper(_app, headers) {
    const session = headers['x-svc-shopper']
    if (session === undefined || session === '') return Promise.resolve(guest)
    const message = "The session in the header 'X-Svc-Shopper' is unknown or over. Leave the header out to go on as a guest."
    return Promise.reject(new ServiceError('AUTHENTICATION_FAILED', message))
  },
}
