// Sign-in and sessions of admin accounts: passwords, one-time codes (TOTP), session tokens.
import { createMessage } from '../../foundation/message.js'
import { randomBytes, createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { grantOf } from '../../foundation/access.js'
import { day, hour, formatIsoTime, minute } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { NotFoundError, ServiceError } from '../../foundation/errors.js'
import type { Context } from '../context.js'
import { insertRows } from '../database/dialect.js'
import { type Unit, unit } from '../unit-of-work/transaction.js'
import {
  type AdminSessionRow,
  type AdminCaller,
  type SessionOrigin,
  accountColumns,
  type AccountRow,
  toAdminAccount,
  findAdminAccountByEmail,
  lockAccount,
  updateAccountRow,
} from './account-rows.js'
import { hashPassword, verifyPassword } from '../../model/properties/password.js'

/** A session expires after this time without a request, in milliseconds. */
const idleSessionLifetime = 8 * hour
/** The maximum lifetime of a session in milliseconds. */
const maximumSessionLifetime = 7 * day
/** The last use of a session is stored at most once in this time, in milliseconds. */
const activityUpdateInterval = minute
/** The maximum number of sessions per account. A further sign-in ends the oldest one. */
const maximumSessions = 50
const maximumAgentLength = 255

const columns = ['digest', 'account_id', 'created', 'last_seen', 'address', 'agent'] as const

/** Creates a session of the account. Returns its token in clear text, which is not stored. */
async function createAdminSession(u: Unit, accountId: number, now: number, { address, agent }: SessionOrigin): Promise<string> {
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
const toTotpStep = (now: number): number => Math.floor(now / period)

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

export interface SignInInput {
  readonly email: string
  readonly password: string
  /** The one-time code, if the account requires one. */
  readonly code?: string
}

/** A hash to compare with if there is no account, so the duration is the same. */
let dummyPasswordHash: Promise<string> | null = null

const createSignInError = (): ServiceError => new ServiceError('AUTHENTICATION_FAILED', createMessage('errors.signInFailed'))

/** True if the password is correct. Takes as long for an account without a password. */
export async function isCorrectPassword(account: Pick<AccountRow, 'password'> | undefined, password: string): Promise<boolean> {
  const hash = account?.password ?? ''
  const isRight = await verifyPassword(
    password.slice(0, 255),
    hash || (await (dummyPasswordHash ??= hashPassword('a password without an account'))),
  )
  return isRight && hash !== ''
}

/** Returns the time step of the code. Throws TOTP_REQUIRED without a code, and AUTHENTICATION_FAILED for a wrong or used one. */
function requireTotpStep({ secret, clock }: Context, account: AccountRow, code: string | undefined): number {
  if (code === undefined || code.trim() === '') {
    throw new ServiceError('TOTP_REQUIRED', createMessage('errors.totpRequired'))
  }
  const key = decryptTotpSecret(account.totp, secret)
  const step = key && findMatchingStep(key, code, clock.now())
  if (step === null || step <= Number(account.totp_step)) throw createSignInError()
  return step
}

/**
 * Creates a session and returns its token in clear text. Throws TOTP_REQUIRED if only the code is missing, and the same
 * AUTHENTICATION_FAILED for everything else.
 */
export async function signIn(context: Context, { email, password, code }: SignInInput, place: SessionOrigin): Promise<string> {
  const { database, clock } = context
  const account = await findAdminAccountByEmail(database, email)
  const isRight = await isCorrectPassword(account, password)
  if (!account || !isRight || account.active !== 1) throw createSignInError()
  const step = account.totp === '' ? null : requireTotpStep(context, account, code)
  return unit(database, async (u) => {
    // Rejects the sign-in if the password was changed or the code was used during the comparison.
    const now = await lockAccount(u, account.id)
    const isUnchanged = now.password === account.password && now.totp === account.totp && now.active === 1
    if (!isUnchanged || (step !== null && step <= Number(now.totp_step))) throw createSignInError()
    const at = clock.now()
    await updateAccountRow(u, account.id, { last_login: formatIsoTime(at), ...(step !== null && { totp_step: step }) })
    return createAdminSession(u, account.id, at, place)
  })
}

/** Creates a session after a password was set through a link. */
export async function signInAfterLink({ database, clock }: Context, accountId: number, place: SessionOrigin): Promise<string> {
  return unit(database, async (u) => {
    const { totp } = await lockAccount(u, accountId)
    if (totp !== '') throw new ServiceError('TOTP_REQUIRED', createMessage('errors.passwordSet'))
    const now = clock.now()
    await updateAccountRow(u, accountId, { last_login: formatIsoTime(now) })
    return createAdminSession(u, accountId, now, place)
  })
}
