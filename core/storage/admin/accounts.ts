// Manages admin accounts. Callers can grant only scopes that they have, and change only accounts without other scopes.
import { createMessage } from '../../foundation/message.js'
import { type Grant, grantOf, presets, type Scope } from '../../foundation/access.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { toEmailKey } from '../../model/properties/string.js'
import { ValidationError } from '../../foundation/errors.js'
import { hashPassword } from '../../model/properties/password.js'
import type { Context } from '../context.js'
import { insertRows, type Queryable } from '../database/dialect.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { requireGrantableScopes, resolveScopes } from '../bearer-tokens.js'
import {
  type AdminAccount,
  type AdminLanguage,
  type AdminLink,
  deleteAdminLinks,
  createAdminLink,
  redeemAdminLink,
  createUnknownLinkError,
  findAdminAccountByEmail,
  listAccountRows,
  lockAccount,
  updateAccountRow,
  toAdminAccount,
  lockAdminAccountCreation,
} from './account-rows.js'
import { endAdminSessions } from './admin-sessions.js'

/** True if an account can sign in, or could before a reset. Invited accounts do not count, because they have no password yet. */
async function hasFirstAccount(on: Queryable): Promise<boolean> {
  const sql = "SELECT id FROM svc_admin_accounts WHERE password <> '' OR last_login IS NOT NULL LIMIT 1"
  return (await on.query(sql)).length > 0
}

/** Returns null if there is a first account. Each start creates another link. The creation of the first account ends every such link. */
export async function createFirstAccountLink({ database, clock }: Context): Promise<AdminLink | null> {
  return (await hasFirstAccount(database)) ? null : createAdminLink(database, 'first', 0, clock.now())
}

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly scopes?: readonly string[]
  readonly presets?: readonly string[]
  readonly language?: AdminLanguage
}

export interface AccountChange {
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly presets?: readonly string[]
  readonly active?: boolean
}

const columns = 'name, email, password, scopes, language, active, totp, totp_begun, totp_step, created'.split(', ')

const insertAccount = async (
  u: Unit,
  { email, name, language = 'en' }: Omit<Invitation, 'scopes' | 'presets'>,
  scopes: readonly Scope[],
  credentials: { readonly password: string; readonly now: number },
): Promise<number> => {
  const row = [
    name,
    toEmailKey(email),
    credentials.password,
    JSON.stringify(scopes),
    language,
    1,
    '',
    '',
    0,
    formatIsoTime(credentials.now),
  ]
  return (await u.run(insertRows('svc_admin_accounts', columns), row)).insertId
}

/** All accounts in id order. */
export async function listAccounts({ database }: Context): Promise<readonly AdminAccount[]> {
  return (await listAccountRows(database)).map(toAdminAccount)
}

async function requireUnusedEmail(u: Unit, email: string): Promise<void> {
  if ((await findAdminAccountByEmail(u, email)) === undefined) return
  throw ValidationError.of('email', createMessage('errors.accountEmailTaken', { email: toEmailKey(email) }), 'NOT_UNIQUE')
}

/** Creates an account without a password, and the link to set one. Throws VALIDATION_FAILED or INSUFFICIENT_SCOPE. */
export async function createInvitation({ database, clock }: Context, grant: Grant, invitation: Invitation): Promise<AdminLink> {
  const scopes = resolveScopes(invitation)
  requireGrantableScopes(grant, scopes)
  return unit(database, async (u) => {
    await lockAdminAccountCreation(u)
    await requireUnusedEmail(u, invitation.email)
    const now = clock.now()
    const id = await insertAccount(u, invitation, scopes, { password: '', now })
    return createAdminLink(u, 'invitation', id, now)
  })
}

/** Changes the name, the scopes or the active state. A change of scopes or a deactivation ends the account's sessions. */
export async function changeAccount(
  { database }: Context,
  grant: Grant,
  id: number,
  change: AccountChange,
): Promise<AdminAccount> {
  const newScopes = change.scopes === undefined && change.presets === undefined ? null : resolveScopes(change)
  if (newScopes) requireGrantableScopes(grant, newScopes)
  return unit(database, async (u) => {
    const before = toAdminAccount(await lockAccount(u, id))
    requireGrantableScopes(grant, before.scopes)
    await updateAccountRow(u, id, {
      ...(change.name !== undefined && { name: change.name }),
      ...(newScopes && { scopes: JSON.stringify(newScopes) }),
      ...(change.active !== undefined && { active: change.active ? 1 : 0 }),
    })
    const after = toAdminAccount(await lockAccount(u, id))
    if (after.scopes.join() !== before.scopes.join() || !after.active) await endAdminSessions(u, id)
    if (!after.active) await deleteAdminLinks(u, id)
    return after
  })
}

/** Removes the account with its sessions and links. */
export async function removeAccount({ database }: Context, grant: Grant, id: number): Promise<void> {
  await unit(database, async (u) => {
    requireGrantableScopes(grant, toAdminAccount(await lockAccount(u, id)).scopes)
    await endAdminSessions(u, id)
    await deleteAdminLinks(u, id)
    await u.run('DELETE FROM svc_admin_accounts WHERE id = ?', [id])
  })
}

/** Creates a password reset link. Ends the old password, the sessions and the other links at once. `totp` also removes one-time codes. */
export async function resetAccount(
  { database, clock }: Context,
  grant: Grant,
  id: number,
  { totp = false }: { readonly totp?: boolean } = {},
): Promise<AdminLink> {
  return unit(database, async (u) => {
    requireGrantableScopes(grant, toAdminAccount(await lockAccount(u, id)).scopes)
    await updateAccountRow(u, id, { password: '', ...(totp && { totp: '', totp_begun: '', totp_step: 0 }) })
    await endAdminSessions(u, id)
    await deleteAdminLinks(u, id)
    return createAdminLink(u, 'reset', id, clock.now())
  })
}

export interface FirstAccountInput {
  readonly secret: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language?: AdminLanguage
}

/** Creates the first account, with all scopes, and returns its id. Ends all other links to a first account. */
export async function createFirstAccount({ database, clock }: Context, input: FirstAccountInput): Promise<number> {
  const password = await hashPassword(input.password)
  return unit(database, async (u) => {
    await lockAdminAccountCreation(u)
    const now = clock.now()
    await redeemAdminLink(u, input.secret, ['first'], now)
    if (await hasFirstAccount(u)) throw createUnknownLinkError()
    await requireUnusedEmail(u, input.email)
    await deleteAdminLinks(u, 0)
    return insertAccount(u, input, grantOf([...presets.everything, 'code:write']).scopes, { password, now })
  })
}

/** Sets the password of an invited or reset account and returns its id. Ends its sessions and other links. */
export async function acceptLink(
  { database, clock }: Context,
  { secret, name, password }: { readonly secret: string; readonly name?: string; readonly password: string },
): Promise<number> {
  const hash = await hashPassword(password)
  return unit(database, async (u) => {
    const id = await redeemAdminLink(u, secret, ['invitation', 'reset'], clock.now())
    const row = await lockAccount(u, id)
    if (row.active !== 1) throw createUnknownLinkError()
    await updateAccountRow(u, id, { password: hash, ...(name !== undefined && { name }) })
    await endAdminSessions(u, id)
    await deleteAdminLinks(u, id)
    // At least one account can sign in now, so links to a first account end.
    await deleteAdminLinks(u, 0)
    return id
  })
}
