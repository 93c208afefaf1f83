// One-time links: for the first admin account, for an invitation, and for a password reset.
import { createMessage } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import { day, hour, formatIsoTime } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { ValidationError } from '../../foundation/errors.js'
import { insertRows } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { AdminLink } from './define.js'

export type LinkPurpose = 'first' | 'invitation' | 'reset'

/** In milliseconds. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = { first: day, invitation: 7 * day, reset: 24 * hour }

const columns = ['digest', 'purpose', 'account_id', 'created', 'expires'] as const

/** Creates a link. `accountId` is 0 for the first account, which does not exist yet. */
export async function createAdminLink(on: Queryable, purpose: LinkPurpose, accountId: number, now: number): Promise<AdminLink> {
  const secret = randomBytes(32).toString('base64url')
  const expires = formatIsoTime(now + lifetimes[purpose])
  await on.run(insertRows('svc_admin_links', columns), [sha256(secret), purpose, accountId, formatIsoTime(now), expires])
  return { id: accountId, secret, expires }
}

export function createUnknownLinkError(): ValidationError {
  const message = createMessage('errors.linkInvalid')
  return ValidationError.of('secret', message, 'UNKNOWN')
}

/** Redeems a link and returns its account id. Throws VALIDATION_FAILED on `secret` for an unknown, used or expired link. */
export async function redeemAdminLink(u: Unit, secret: string, purposes: readonly LinkPurpose[], now: number): Promise<number> {
  const digest = sha256(secret)
  const sql = 'SELECT account_id, purpose FROM svc_admin_links WHERE digest = ? AND expires > ?'
  const [row] = await u.query<{ account_id: number; purpose: LinkPurpose }>(sql, [digest, formatIsoTime(now)])
  if (!row || !purposes.includes(row.purpose)) throw createUnknownLinkError()
  const { affected } = await u.run('DELETE FROM svc_admin_links WHERE digest = ?', [digest])
  if (affected !== 1) throw createUnknownLinkError()
  return row.account_id
}

/** Ends all links of an account. */
export async function deleteAdminLinks(u: Unit, accountId: number): Promise<void> {
  await u.run('DELETE FROM svc_admin_links WHERE account_id = ?', [accountId])
}
