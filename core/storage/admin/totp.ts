// Time-based one-time codes (RFC 6238, SHA-1, 30 seconds, six digits), and encryption of their secrets for the database.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The length of a time step in milliseconds. */
const period = 30_000
/** Also accepts the codes of the previous and the next step, because clocks differ and typing takes time. */
const acceptedStepDistance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, the length of the hash. */
export const createTotpSecret = (): Buffer => randomBytes(20)

/** The secret in base32 for manual entry in an app (RFC 4648, without padding). */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The code of a time step. */
export function computeTotpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The time step of a time in milliseconds. */
export const toTotpStep = (now: number): number => Math.floor(now / period)

/** The time step of the code. null if the code matches no accepted step. */
export function findMatchingStep(secret: Uint8Array, code: string, now: number): number | null {
  const digits = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) return null
  let matchingStep: number | null = null
  for (let step = toTotpStep(now) - acceptedStepDistance; step <= toTotpStep(now) + acceptedStepDistance; step++) {
    if (timingSafeEqual(Buffer.from(computeTotpCode(secret, step)), Buffer.from(digits))) matchingStep = step
  }
  return matchingStep
}

/** The URI for the QR code that authenticator apps scan. */
export function formatTotpUri(secret: Uint8Array, email: string, shop: string): string {
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(shop)}`
}

const deriveEncryptionKey = (installation: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installation, '', 'admin one-time codes', 32))

/** Encrypts the secret for the database. The database alone is not enough to create codes. */
export function encryptTotpSecret(secret: Uint8Array, installation: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveEncryptionKey(installation), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the secret. null if the installation secret has changed. */
export function decryptTotpSecret(sealed: string, installation: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveEncryptionKey(installation), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}
