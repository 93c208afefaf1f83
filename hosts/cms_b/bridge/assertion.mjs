// Mints the assertion of cms_b (EdDSA) and publishes its public key. Paste it into the CMS, or write the same lines in its own language.
import { createHash, createPublicKey, randomUUID, sign } from 'node:crypto'

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The public half of the key as a JWK; its id is the digest of what it is. */
function publicJwk(privateKey) {
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }
}

/** What the CMS answers at the address that svc.config.ts names as `jwksUrl`. List an old key beside a new one while both are in use. */
export function jwks(...privateKeys) {
  return { keys: privateKeys.map(publicJwk) }
}

/**
 * @param trust {issuer, audience} as in svc.config.ts, and the CMS's Ed25519 `privateKey`
 * @param user what the CMS knows of its visitor: {id, role: 'customers/dealers', locale, givenName, familyName, mail, permissions};
 *   null for a visitor who is not signed in, who then needs no assertion
 * @returns the value of the header X-Svc-Shopper; used once, valid for a minute
 */
export function mintAssertion({ issuer, audience, privateKey }, user, now = Date.now()) {
  if (user === null) return ''
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ iss: issuer, aud: audience, iat, exp: iat + 60, jti: randomUUID() },
    ...{ uid: String(user.id), role: user.role, locale: user.locale, permissions: user.permissions ?? {} },
    profile: { given_name: user.givenName, family_name: user.familyName, mail: user.mail },
  }
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT', kid: publicJwk(privateKey).kid })}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
