// Reads, locks and updates the database rows of admin accounts.
import { createMessage } from '../../foundation/message.js'
import type { Scope } from '../../foundation/access/areas.js'
import { toEmailKey } from '../../foundation/email-address.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { Queryable } from '../database/queryable.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../unit-of-work/transaction.js'
import { lockSystemVariable } from '../system-variables.js'
import { type AdminAccount, type AdminLanguage, adminLanguages } from './define.js'

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
