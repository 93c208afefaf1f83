// Mints the assertion of shop_platform (HS256): for the customer group of a visitor, and for staff on the admin pages.
import { createHmac, randomUUID } from 'node:crypto'

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * @param trust {issuer, audience, secret} as in svc.config.ts
 * @param visitor {id, customerGroup: the id of one of the service's customer groups, staff: true for the shop's own people,
 *   tax: {prices: 'net' or 'gross', as the shop has them entered, rates: [{rate: 19, code: 'DE19'}]}}
 * @returns the value of the header X-Svc-Shopper; used once, valid for a minute
 */
export function mintAssertion({ issuer, audience, secret }, visitor, now = Date.now()) {
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ iss: issuer, aud: audience, iat, exp: iat + 60, jti: randomUUID() },
    ...{ sub: String(visitor.id), customer_group: visitor.customerGroup, staff: visitor.staff === true, tax: visitor.tax },
  }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
