// Mints assertions for shop_platform (HS256): for visitors with their customer group and taxes, and for staff in the admin.
import { createHmac, randomUUID } from 'node:crypto'

const encodePart = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * @param trust {issuer, audience, secret} as in svc.config.ts
 * @param visitor {id, customerGroup: the id of one of the service's customer groups, staff: true for the shop's staff,
 *   tax: {prices: 'net' or 'gross', as the shop enters them, rates: [{rate: 19, code: 'DE19'}]}}
 * @returns the value of the header X-Svc-Shopper, valid once and for one minute
 */
export function mintAssertion({ issuer, audience, secret }, visitor, now = Date.now()) {
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ iss: issuer, aud: audience, iat, exp: iat + 60, jti: randomUUID() },
    ...{ sub: String(visitor.id), customer_group: visitor.customerGroup, staff: visitor.staff === true, tax: visitor.tax },
  }
  const signingInput = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
  return `${signingInput}.${createHmac('sha256', secret).update(signingInput).digest('base64url')}`
}
