// Sessions of admin accounts: creation, lookup and expiry. The database stores only digests of the tokens.
import { createMessage } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import { grantOf } from '../../foundation/access/grant.js'
import { day, hour, formatIsoTime, minute } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { Context } from '../context.js'
import { insertRows } from '../database/dialect.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { AdminSessionRow, AdminCaller, SessionOrigin } from './define.js'
import { accountColumns, type AccountRow, toAdminAccount } from './account-rows.js'

/** A session expires after this time without a request, in milliseconds. */
export const idleSessionLifetime = 8 * hour
/** The maximum lifetime of a session in milliseconds. */
export const maximumSessionLifetime = 7 * day
/** The last use of a session is stored at most once in this time, in milliseconds. */
const activityUpdateInterval = minute
/** The maximum number of sessions per account. A further sign-in ends the oldest one. */
const maximumSessions = 50
const maximumAgentLength = 255

const columns = ['digest', 'account_id', 'created', 'last_seen', 'address', 'agent'] as const

/** Creates a session of the account. Returns its token in clear text, which is not stored. */
export async function createAdminSession(
  u: Unit,
  accountId: number,
  now: number,
  { address, agent }: SessionOrigin,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = formatIsoTime(now)
  const row = [sha256(token), accountId, at, at, address.slice(0, 64), [...agent].slice(0, maximumAgentLength).join('')]
  await u.run(insertRows('svc_admin_sessions', columns), row)
  const oldestRows = await u.query<{ id: number }>(
    `SELECT id FROM svc_admin_sessions WHERE account_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${maximumSessions}`,
    [accountId],
  )
  if (oldestRows[0]) await u.run('DELETE FROM svc_admin_sessions WHERE account_id = ? AND id <= ?', [accountId, oldestRows[0].id])
  return token
}

interface SessionWithAccountRow extends AccountRow {
  readonly session_id: number
  readonly session_created: string
  readonly last_seen: string
}

/** The caller of the session. null for unknown and expired sessions and for closed accounts. */
export async function findSessionCaller({ database, clock }: Context, token: string): Promise<AdminCaller | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const key = sha256(token)
  const [row] = await database.query<SessionWithAccountRow & object>(
    `SELECT s.id AS session_id, s.created AS session_created, s.last_seen AS last_seen, ${accountColumns}
    FROM svc_admin_sessions s JOIN svc_admin_accounts a ON a.id = s.account_id WHERE s.digest = ?`,
    [key],
  )
  const now = clock.now()
  if (!row || row.active !== 1 || isSessionExpired(row.session_created, row.last_seen, now)) return null
  if (now - Date.parse(row.last_seen) >= activityUpdateInterval) {
    await database.run('UPDATE svc_admin_sessions SET last_seen = ? WHERE id = ?', [formatIsoTime(now), row.session_id])
  }
  const account = toAdminAccount(row)
  return { grant: grantOf(account.scopes), name: account.email, id: null, session: { id: row.session_id, account, key } }
}

const isSessionExpired = (created: string, lastUsed: string, now: number): boolean =>
  now >= Date.parse(created) + maximumSessionLifetime || now >= Date.parse(lastUsed) + idleSessionLifetime

/** The active sessions of the account, last used first. */
export async function listAdminSessions({ database, clock }: Context, accountId: number): Promise<readonly AdminSessionRow[]> {
  const rows = await database.query<{ id: number; created: string; last_seen: string; address: string; agent: string }>(
    'SELECT id, created, last_seen, address, agent FROM svc_admin_sessions WHERE account_id = ? ORDER BY last_seen DESC, id DESC',
    [accountId],
  )
  const now = clock.now()
  return rows
    .filter(({ created, last_seen: last_used }) => !isSessionExpired(created, last_used, now))
    .map(({ id, created, last_seen: lastUsed, address, agent }) => ({ id, created, lastSeen: lastUsed, address, agent }))
}

/** Ends one session of the account. Throws NOT_FOUND if the account has no such session. */
export async function endAdminSession({ database }: Context, accountId: number, id: number): Promise<void> {
  const sql = 'DELETE FROM svc_admin_sessions WHERE id = ? AND account_id = ?'
  const { affected } = await database.run(sql, [id, accountId])
  if (affected === 0) throw new NotFoundError(createMessage('errors.noSession', { id }))
}

/** Ends all sessions of the account except `but`. */
export async function endAdminSessions(on: Pick<Unit, 'run'>, accountId: number, but = 0): Promise<void> {
  await on.run('DELETE FROM svc_admin_sessions WHERE account_id = ? AND id <> ?', [accountId, but])
}

/** Deletes expired sessions, links and undo records. */
export async function deleteExpiredAdminRows({ database, clock }: Context): Promise<void> {
  const now = clock.now()
  await database.run('DELETE FROM svc_admin_sessions WHERE last_seen < ? OR created < ?', [
    formatIsoTime(now - idleSessionLifetime),
    formatIsoTime(now - maximumSessionLifetime),
  ])
  for (const table of ['svc_admin_links', 'svc_admin_undo']) {
    await database.run(`DELETE FROM ${table} WHERE expires < ?`, [formatIsoTime(now)])
  }
}
