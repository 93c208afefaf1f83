// Account tokens: sessions and one-time tokens of password resets. The database stores only their digests.
import { sha256 } from '../../foundation/digest.js'
import type { Shopper } from '../../shop/shopper.js'
import { randomBytes } from 'node:crypto'
import { day, hour, formatIsoTime } from '../../foundation/clock.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { insertRows } from '../../storage/database/dialect.js'

type TokenPurpose = 'session' | 'reset'

/** Milliseconds. */
const tokenLifetimes: Readonly<Record<TokenPurpose, number>> = { session: 14 * day, reset: hour }

export interface IssuedToken {
  /** 192 random bits in clear text. The database stores only the digest. */
  readonly token: string
  /** ISO 8601. */
  readonly expires: string
}

export async function issueToken(
  { unit, now }: ServiceContext & TransactionContext,
  purpose: TokenPurpose,
  customerId: number,
): Promise<IssuedToken> {
  const token = randomBytes(24).toString('base64url')
  const expires = formatIsoTime(now + tokenLifetimes[purpose])
  const columns = ['digest', 'purpose', 'customer_id', 'created', 'expires']
  await unit.run(insertRows('svc_account_tokens', columns), [sha256(token), purpose, customerId, formatIsoTime(now), expires])
  return { token, expires }
}

/** The account of a valid session. */
export async function findSessionShopper({ on, now }: ServiceContext, token: string): Promise<Shopper | null> {
  const sql = `SELECT c.id AS id, c.customer_group_id AS customer_group_id FROM svc_account_tokens t
    JOIN svc_customer c ON c.id = t.customer_id WHERE t.digest = ? AND t.purpose = 'session' AND t.expires > ?`
  const [row] = await on.query<{ id: number; customer_group_id: number | null }>(sql, [sha256(token), formatIsoTime(now)])
  return row ? { customerId: row.id, customerGroupId: row.customer_group_id } : null
}

/** Deletes a reset token and returns the account's id; null for a token that is unknown, used or expired. */
export async function consumeResetToken(
  { unit, now }: ServiceContext & TransactionContext,
  token: string,
): Promise<number | null> {
  const digest = sha256(token)
  const sql = "SELECT customer_id FROM svc_account_tokens WHERE digest = ? AND purpose = 'reset' AND expires > ?"
  const [row] = await unit.query<{ customer_id: number }>(sql, [digest, formatIsoTime(now)])
  const { affected } = await unit.run("DELETE FROM svc_account_tokens WHERE digest = ? AND purpose = 'reset'", [digest])
  return row && affected === 1 ? row.customer_id : null
}

export async function endAccountSession({ on }: ServiceContext, token: string): Promise<void> {
  await on.run("DELETE FROM svc_account_tokens WHERE digest = ? AND purpose = 'session'", [sha256(token)])
}

/** Limit of valid password reset links per account. */
export const maxOpenResets = 3

/** Number of valid password reset links of the account. */
export async function countOpenResets({ unit, now }: ServiceContext & TransactionContext, customerId: number): Promise<number> {
  const sql = "SELECT COUNT(*) AS open FROM svc_account_tokens WHERE customer_id = ? AND purpose = 'reset' AND expires > ?"
  const [row] = await unit.query<{ open: number }>(sql, [customerId, formatIsoTime(now)])
  return Number(row?.open ?? 0)
}
