// Mints the assertion of cms_a (HS256). Paste it into the CMS, or write the same ten lines in its own language.
import { createHmac, randomUUID } from 'node:crypto'

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * @param trust {issuer, audience, secret} as in svc.config.ts
 * @param user what the CMS knows of its visitor: {id, groups: [the one that counts most first], locale, name, email, rights};
 *   null for a visitor who is not signed in, who then needs no assertion
 * @returns the value of the header X-Svc-Shopper; used once, valid for a minute
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
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
