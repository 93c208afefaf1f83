// Mints assertions for cms_b (EdDSA) and returns the public keys. Paste it into the CMS, or write the same lines in the CMS's language.
import { createHash, createPublicKey, randomUUID, sign } from 'node:crypto'

const encodePart = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Converts the public key to a JWK. Its id is its thumbprint (RFC 7638). */
function toPublicJwk(privateKey) {
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }
}

/** Returns the key set for the address set as `jwksUrl` in svc.config.ts. During a key rotation pass the old key as well. */
export function jwks(...privateKeys) {
  return { keys: privateKeys.map(toPublicJwk) }
}

/**
 * @param trust {issuer, audience} as in svc.config.ts, and the CMS's Ed25519 `privateKey`
 * @param user the signed-in user: {id, role: 'customers/dealers', locale, givenName, familyName, mail, permissions};
 *   null for a guest, who needs no assertion
 * @returns the value of the header X-Svc-Shopper, valid once and for one minute
 */
export function mintAssertion({ issuer, audience, privateKey }, user, now = Date.now()) {
  if (user === null) return ''
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ iss: issuer, aud: audience, iat, exp: iat + 60, jti: randomUUID() },
    ...{ uid: String(user.id), role: user.role, locale: user.locale, permissions: user.permissions ?? {} },
    profile: { given_name: user.givenName, family_name: user.familyName, mail: user.mail },
  }
  const signingInput = `${encodePart({ alg: 'EdDSA', typ: 'JWT', kid: toPublicJwk(privateKey).kid })}.${encodePart(claims)}`
  return `${signingInput}.${sign(null, Buffer.from(signingInput), privateKey).toString('base64url')}`
}
