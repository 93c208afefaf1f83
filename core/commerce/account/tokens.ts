// Tokens of accounts: sessions, and the one-time tokens of password resets. The database holds only their digests.
import type { Shopper } from '../../shop/shopper.js'
import { createHash, randomBytes } from 'node:crypto'
import { isoTime } from '../../ground/clock.js'
import type { Context } from '../../storage/context.js'
import { insertRows } from '../../storage/database/dialect.js'
import type { Unit } from '../../storage/database/unit.js'

type Purpose = 'session' | 'reset'

const hour = 3_600_000
/** Milliseconds. */
const lifetimes: Readonly<Record<Purpose, number>> = { session: 14 * 24 * hour, reset: hour }

export interface IssuedToken {
  /** In clear text, this once: 192 random bits. */
  readonly token: string
  /** ISO 8601. */
  readonly expires: string
}

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export async function issueToken(context: Context, u: Unit, purpose: Purpose, customerId: number): Promise<IssuedToken> {
  const token = randomBytes(24).toString('base64url')
  const now = context.clock.now()
  const expires = isoTime(now + lifetimes[purpose])
  const columns = ['digest', 'purpose', 'customer_id', 'created', 'expires']
  await u.run(insertRows('svc_account_tokens', columns), [digestOf(token), purpose, customerId, isoTime(now), expires])
  return { token, expires }
}

/** The account of a session that has not expired. */
export async function sessionShopper(context: Context, token: string): Promise<Shopper | null> {
  const sql = `SELECT c.id AS id, c.customer_group_id AS customer_group_id FROM svc_account_tokens t
    JOIN svc_customer c ON c.id = t.customer_id WHERE t.digest = ? AND t.purpose = 'session' AND t.expires > ?`
  const [row] = await context.database.query<{ id: number; customer_group_id: number | null }>(sql, [
    digestOf(token),
    isoTime(context.clock.now()),
  ])
  return row ? { customerId: row.id, customerGroupId: row.customer_group_id } : null
}

/** Takes a reset token out of the world; the account's id, or null for one that is unknown, used or expired. */
export async function takeResetToken(context: Context, u: Unit, token: string): Promise<number | null> {
  const digest = digestOf(token)
  const sql = "SELECT customer_id FROM svc_account_tokens WHERE digest = ? AND purpose = 'reset' AND expires > ?"
  const [row] = await u.query<{ customer_id: number }>(sql, [digest, isoTime(context.clock.now())])
  const { affected } = await u.run("DELETE FROM svc_account_tokens WHERE digest = ? AND purpose = 'reset'", [digest])
  return row && affected === 1 ? row.customer_id : null
}

export async function endSession(context: Context, token: string): Promise<void> {
  await context.database.run("DELETE FROM svc_account_tokens WHERE digest = ? AND purpose = 'session'", [digestOf(token)])
}

/** How many links for a new password of the account could be used now. */
export async function openResets(context: Context, u: Unit, customerId: number): Promise<number> {
  const sql = "SELECT COUNT(*) AS open FROM svc_account_tokens WHERE customer_id = ? AND purpose = 'reset' AND expires > ?"
  const [row] = await u.query<{ open: number }>(sql, [customerId, isoTime(context.clock.now())])
  return Number(row?.open ?? 0)
}
