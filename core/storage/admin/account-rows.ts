// Admin accounts of shops without a host system: their types, database rows and one-time links.
import { createMessage } from '../../foundation/message.js'
import type { Scope, Caller } from '../../foundation/access.js'
import { toEmailKey } from '../../model/properties/string.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { type Queryable, insertRows, type SqlParameter } from '../database/dialect.js'
import type { Unit } from '../unit-of-work/transaction.js'
import { lockSystemVariable } from '../system-variables.js'
import { randomBytes } from 'node:crypto'
import { day, hour, formatIsoTime } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'

/** The languages of the admin pages. */
export const adminLanguages = ['en', 'de', 'he'] as const
/**
 * Types of admin accounts for shops without a host system. Not an entity: only the admin pages and svc:admin:* change them.
 */
export type AdminLanguage = (typeof adminLanguages)[number]

export interface AdminAccount {
  readonly id: number
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly scopes: readonly Scope[]
  readonly language: AdminLanguage
  /** False for a closed account: it cannot sign in and has no sessions. */
  readonly active: boolean
  /** True if sign-in requires a one-time code. */
  readonly totp: boolean
  /** True until a password is set. */
  readonly invited: boolean
  /** ISO 8601. */
  readonly created: string
  readonly lastLogin: string | null
}

/** The session of a request. */
export interface AdminSession {
  readonly id: number
  readonly account: AdminAccount
  /** Never leaves the server. Request tokens against forgery (CSRF) are derived from it. */
  readonly key: string
}

/** An authenticated admin caller. The session exists if the service itself manages the account. */
export interface AdminCaller extends Caller {
  readonly session?: AdminSession
}

/** The origin of a session. */
export interface SessionOrigin {
  /** The IP address. */
  readonly address: string
  /** The user agent. */
  readonly agent: string
}

export interface AdminSessionRow extends SessionOrigin {
  readonly id: number
  /** ISO 8601. */
  readonly created: string
  readonly lastSeen: string
}

/** A one-time link. The secret is available only when the link is created. */
export interface AdminLink {
  readonly id: number
  readonly secret: string
  /** ISO 8601. */
  readonly expires: string
}

export interface AccountRow {
  readonly id: number
  readonly name: string
  readonly email: string
  /** A hash. '' for an invited account. */
  readonly password: string
  readonly scopes: string
  readonly language: string
  /** 1, or 0 for a closed account. */
  readonly active: number
  /** Encrypted secret. '' without one-time codes. */
  readonly totp: string
  /** Encrypted secret that waits for confirmation by a code. */
  readonly totp_begun: string
  /** The last time step whose code was used. */
  readonly totp_step: number
  readonly created: string
  readonly last_login: string | null
}

export const accountColumns =
  'a.id AS id, a.name AS name, a.email AS email, a.password AS password, a.scopes AS scopes, a.language AS language, ' +
  'a.active AS active, a.totp AS totp, a.totp_begun AS totp_begun, a.totp_step AS totp_step, a.created AS created, ' +
  'a.last_login AS last_login'

const selectAccounts = `SELECT ${accountColumns} FROM svc_admin_accounts a`

export function toAdminAccount(row: AccountRow): AdminAccount {
  const language: AdminLanguage = adminLanguages.find((adminLanguage) => adminLanguage === row.language) ?? 'en'
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    scopes: JSON.parse(row.scopes) as Scope[],
    language,
    active: row.active === 1,
    totp: row.totp !== '',
    invited: row.password === '',
    created: row.created,
    lastLogin: row.last_login,
  }
}

export async function findAdminAccountByEmail(on: Queryable, email: string): Promise<AccountRow | undefined> {
  const [row] = await on.query<AccountRow & object>(`${selectAccounts} WHERE a.email = ?`, [toEmailKey(email)])
  return row
}

/** Locks the account until the unit ends. Throws NOT_FOUND for an unknown id. */
export async function lockAccount(u: Unit, id: number): Promise<AccountRow> {
  const [row] = await u.query<AccountRow & object>(`${selectAccounts} WHERE a.id = ? ${u.dialect.forUpdate}`, [id])
  if (!row) throw new NotFoundError(createMessage('errors.noAdminAccount', { id }))
  return row
}

/** All accounts in id order. */
export async function listAccountRows(on: Queryable): Promise<readonly AccountRow[]> {
  return on.query<AccountRow & object>(`${selectAccounts} ORDER BY a.id`)
}

export async function updateAccountRow(u: Unit, id: number, values: Readonly<Record<string, SqlParameter>>): Promise<void> {
  const names = Object.keys(values)
  if (names.length === 0) return
  const assignments = names.map((name) => `${name} = ?`).join(', ')
  await u.run(`UPDATE svc_admin_accounts SET ${assignments} WHERE id = ?`, [...Object.values(values), id])
}

/** Serializes the creation of accounts, so e-mail addresses stay unique and there is one first account. */
export async function lockAdminAccountCreation(u: Unit): Promise<void> {
  await lockSystemVariable(u, 'admin_account_creation', '')
}

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
