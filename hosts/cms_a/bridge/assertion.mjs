// Mints assertions for cms_a (HS256). Paste it into the CMS, or write the same ten lines in the CMS's language.
import { createHmac, randomUUID } from 'node:crypto'

const encodePart = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * @param trust {issuer, audience, secret} as in svc.config.ts
 * @param user the signed-in user: {id, groups: [highest priority first], locale, name, email, rights};
 *   null for a guest, who needs no assertion
 * @returns the value of the header X-Svc-Shopper, valid once and for one minute
 */
export function mintAssertion({ issuer, audience, secret }, user, now = Date.now()) {
  if (user === null) return ''
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ iss: issuer, aud: audience, iat, exp: iat + 60, jti: randomUUID() },
    ...{
      sub: String(user.id),
      grp: user.groups,
      loc: user.locale,
      name: user.name,
      email: user.email,
      rights: user.rights ?? [],
    },
  }
  const signingInput = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
  return `${signingInput}.${createHmac('sha256', secret).update(signingInput).digest('base64url')}`
}
