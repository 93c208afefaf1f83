// One-time codes by the clock (RFC 6238, SHA-1, 30 seconds, six digits), and the secrets that they are made of, sealed for the database.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Milliseconds for which a code stands. */
const period = 30_000
/** Codes of the step before and after are taken too: clocks differ, and typing takes time. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, as long as the hash. */
export const newTotpSecret = (): Buffer => randomBytes(20)

/** The secret as apps take it when it is typed (RFC 4648, without padding). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The code of a step. */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The step that a moment lies in. */
export const totpStep = (now: number): number => Math.floor(now / period)

/** The step whose code was given; null where it is none of those that count now. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(given)) return null
  let found: number | null = null
  for (let step = totpStep(now) - tolerance; step <= totpStep(now) + tolerance; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(given))) found = step
  }
  return found
}

/** What an app reads from a picture. */
export function totpUri(secret: Uint8Array, email: string, shop: string): string {
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(shop)}`
}

const keyOf = (installation: string): Buffer => Buffer.from(hkdfSync('sha256', installation, '', 'admin one-time codes', 32))

/** The secret as the database keeps it: whoever reads the database alone makes no codes of it. */
export function sealTotp(secret: Uint8Array, installation: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(installation), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The secret; null where it was sealed under another secret of the installation. */
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
