// Signs and verifies line items: compact JWS, HS256, with their own `typ`, so no other token is accepted.
import { randomUUID } from 'node:crypto'
import { createMessage } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/log.js'
import type { Context } from '../../storage/context.js'
import { TokenError, toTokenFaultFields } from '../account/assertion.js'
import type { LineItem, LineItemTrust, SignedLineItem } from './define.js'

const tokenType = 'svc-line-item+jwt'

/** Seconds. */
const defaultLifetime = 7_200

const algorithm = 'HS256'

/** Maximum length in characters. A product with thousands of entries still fits. */
const maxTokenLength = 500_000

export interface VerifiedLineItem {
  readonly item: LineItem
  /** Unique id of the signature. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly expires: number
}

const createKey = (context: Context, { secret }: LineItemTrust): Uint8Array => new TextEncoder().encode(secret ?? context.secret)

export async function createSignedLineItem(context: Context, trust: LineItemTrust, item: LineItem): Promise<SignedLineItem> {
  const { SignJWT } = await import('jose')
  const now = Math.floor(context.clock.now() / 1000)
  const expires = now + (trust.lifetime ?? defaultLifetime)
  const signing = new SignJWT({ item })
    .setProtectedHeader({ alg: algorithm, typ: tokenType })
    .setIssuer(trust.issuer)
    .setAudience(trust.audience)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .setJti(randomUUID())
  return { line_item: await signing.sign(createKey(context, trust)), expires: formatIsoTime(expires * 1000), item }
}

/** Verifies the signature and returns the item. VALIDATION_FAILED on `line_item` for any other text. The caller checks the expiry. */
export async function verifyLineItem(context: Context, trust: LineItemTrust, lineItem: string): Promise<VerifiedLineItem> {
  const { jwtVerify } = await import('jose')
  try {
    if (lineItem.length > maxTokenLength) throw new TokenError('TOO_LONG')
    const { payload } = await jwtVerify(lineItem, createKey(context, trust), {
      algorithms: [algorithm],
      typ: tokenType,
      issuer: trust.issuer,
      audience: trust.audience,
      requiredClaims: ['exp', 'iat', 'jti', 'item'],
      // Expiry is ignored here, because a reorder can come months later.
      currentDate: new Date(0),
    })
    return { item: payload.item as LineItem, id: String(payload.jti), expires: (payload.exp ?? 0) * 1000 }
  } catch (error) {
    warnRateLimited(context.log, context.clock.now(), toTokenFaultFields(error), 'A line item was rejected.')
    throw ValidationError.of('line_item', createMessage('shop.lineItemNotSigned'), 'NOT_SIGNED')
  }
}

/** VALIDATION_FAILED if the price is no longer valid. */
export function requireUnexpiredItem({ expires }: VerifiedLineItem, now: number): void {
  if (now < expires) return
  throw ValidationError.of('line_item', createMessage('shop.lineItemExpired', { expires: formatIsoTime(expires) }), 'EXPIRED')
}
