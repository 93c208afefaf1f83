// Time-based one-time codes (RFC 6238, SHA-1, 30 seconds, six digits), and encryption of their secrets for the database.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The length of a time step in milliseconds. */
const period = 30_000
/** Also accepts the codes of the previous and the next step, because clocks differ and typing takes time. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length of the hash. */
export const newTotpSecret = (): Buffer => randomBytes(20)

/** The secret in base32 for manual entry in an app (RFC 4648, without padding). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The time step of a time in milliseconds. */
export const totpStep = (now: number): number => Math.floor(now / period)

/** The time step of the code. null if the code matches no accepted step. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(given)) return null
  let found: number | null = null
  for (let step = totpStep(now) - tolerance; step <= totpStep(now) + tolerance; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(given))) found = step
  }
  return found
}

/** The URI for the QR code that authenticator apps scan. */
export function totpUri(secret: Uint8Array, email: string, shop: string): string {
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(shop)}`
}

const keyOf = (installation: string): Buffer => Buffer.from(hkdfSync('sha256', installation, '', 'admin one-time codes', 32))

/** Encrypts the secret for the database. The database alone is not enough to create codes. */
export function sealTotp(secret: Uint8Array, installation: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(installation), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the secret. null if the installation secret has changed. */
export function openTotp(sealed: string, installation: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(installation), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}
