// The accounts of the admin's users, with their sessions and one-time links, for the admin, commands and hosts.
import type { Grant } from '../../foundation/access.js'
import type { Context } from '../context.js'
import {
  type AccountChange,
  acceptLink,
  changeAccount,
  createFirstAccount,
  createInvitation,
  type FirstAccountInput,
  type Invitation,
  listAccounts,
  removeAccount,
  resetAccount,
  createFirstAccountLink,
} from './accounts.js'
import {
  endAdminSession,
  endAdminSessions,
  findSessionCaller,
  listAdminSessions,
  signIn,
  signInAfterLink,
  type SignInInput,
  isCorrectPassword,
  toBase32,
  findMatchingStep,
  createTotpSecret,
  decryptTotpSecret,
  encryptTotpSecret,
  formatTotpUri,
} from './admin-sessions.js'
import {
  type AdminAccount,
  type AdminCaller,
  type AdminLink,
  type AdminSession,
  type AdminSessionRow,
  type SessionOrigin,
  type AdminLanguage,
  deleteAdminLinks,
  lockAccount,
  updateAccountRow,
} from './account-rows.js'
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { hashPassword } from '../../model/properties/password.js'
import { unit } from '../unit-of-work/transaction.js'

interface AdminProfileChange {
  readonly name?: string
  readonly language?: AdminLanguage
  readonly password?: string
  /** Required for a new password. */
  readonly current_password?: string
}

function createWrongPasswordError(field: string): ValidationError {
  return ValidationError.of(field, createMessage('errors.passwordWrong', { field }))
}

/** Reads the current hash outside of a transaction, because the comparison is slow. */
async function loadPasswordRow({ database }: Context, id: number): Promise<{ readonly password: string }> {
  const [row] = await database.query<{ password: string }>('SELECT password FROM svc_admin_accounts WHERE id = ?', [id])
  return row ?? { password: '' }
}

/** Throws VALIDATION_FAILED on the field if the password is wrong. */
async function requirePassword(context: Context, { account }: AdminSession, field: string, password: string): Promise<string> {
  const holder = await loadPasswordRow(context, account.id)
  if (!(await isCorrectPassword(holder, password))) throw createWrongPasswordError(field)
  return holder.password
}

/** Applies the change. A new password ends all other sessions and all links of the account. */
async function updateAdminProfile(context: Context, session: AdminSession, change: AdminProfileChange): Promise<void> {
  const { account, id: sessionId } = session
  const { name, language, password, current_password: current = '' } = change
  const before = password === undefined ? null : await requirePassword(context, session, 'current_password', current)
  const hash = password === undefined ? null : await hashPassword(password)
  await unit(context.database, async (u) => {
    const row = await lockAccount(u, account.id)
    if (before !== null && row.password !== before) throw createWrongPasswordError('current_password')
    await updateAccountRow(u, account.id, {
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(hash !== null && { password: hash }),
    })
    if (hash === null) return
    await endAdminSessions(u, account.id, sessionId)
    await deleteAdminLinks(u, account.id)
  })
}

/** Creates a secret for an authenticator app. Sign-in requires codes only after `confirmTotp`. */
async function startTotpSetup(
  { database, secret: installation }: Context,
  { account }: AdminSession,
  shop: string,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = createTotpSecret()
  await unit(database, async (u) => {
    const { totp } = await lockAccount(u, account.id)
    if (totp !== '') {
      throw ValidationError.of('code', createMessage('errors.totpAlreadyOn'))
    }
    await updateAccountRow(u, account.id, { totp_begun: encryptTotpSecret(secret, installation) })
  })
  return { secret: toBase32(secret), uri: formatTotpUri(secret, account.email, shop) }
}

/** Turns one-time codes on. The code proves that the app has the secret. Throws VALIDATION_FAILED on `code`. */
async function confirmTotp({ database, secret, clock }: Context, { account }: AdminSession, code: string): Promise<void> {
  await unit(database, async (u) => {
    const { totp_begun: pendingTotp } = await lockAccount(u, account.id)
    const key = pendingTotp === '' ? null : decryptTotpSecret(pendingTotp, secret)
    if (!key) throw ValidationError.of('code', createMessage('errors.totpNotStarted'))
    const step = findMatchingStep(key, code, clock.now())
    if (step === null) throw ValidationError.of('code', createMessage('errors.totpCodeWrong'))
    await updateAccountRow(u, account.id, { totp: pendingTotp, totp_begun: '', totp_step: step })
  })
}

/** Turns one-time codes off. Throws VALIDATION_FAILED on `password`. */
async function disableTotp(context: Context, session: AdminSession, password: string): Promise<void> {
  await requirePassword(context, session, 'password', password)
  await unit(context.database, async (u) => {
    await lockAccount(u, session.account.id)
    await updateAccountRow(u, session.account.id, { totp: '', totp_begun: '', totp_step: 0 })
  })
}

export interface AdminAccounts {
  /** The caller of the session. null for unknown and expired sessions. */
  visitor(token: string): Promise<AdminCaller | null>
  /** All accounts in id order. */
  list(): Promise<readonly AdminAccount[]>
  /** Creates an account without a password, and the link to set one. Throws VALIDATION_FAILED or INSUFFICIENT_SCOPE. */
  invite(grant: Grant, invitation: Invitation): Promise<AdminLink>
  /** Changes the name, the scopes or the active state. A change of scopes or a deactivation ends the account's sessions. */
  change(grant: Grant, id: number, change: AccountChange): Promise<AdminAccount>
  /** Removes the account with its sessions and links. */
  remove(grant: Grant, id: number): Promise<void>
  /** Creates a password reset link. Ends the old password, the sessions and the other links. `totp` also removes one-time codes. */
  reset(grant: Grant, id: number, options?: { readonly totp?: boolean }): Promise<AdminLink>
  /** The link to create the first account. Returns null if there is one. */
  createFirstLink(): Promise<AdminLink | null>
  /** Creates the first account, with all scopes, and returns its id. Ends all other links to a first account. */
  createFirst(input: FirstAccountInput): Promise<number>
  /** Sets the password of an invited or reset account and returns its id. Ends its sessions and other links. */
  acceptLink(input: { readonly secret: string; readonly name?: string; readonly password: string }): Promise<number>
  /** Returns the token of a new session. Throws AUTHENTICATION_FAILED. */
  signIn(credentials: SignInInput, origin: SessionOrigin): Promise<string>
  /** Returns the token of a new session after `createFirst` or `acceptLink`. */
  signInAfterLink(id: number, origin: SessionOrigin): Promise<string>
  listSessions(id: number): Promise<readonly AdminSessionRow[]>
  endSession(id: number, sessionId: number): Promise<void>
  /** Ends all sessions of the account except one. */
  endOtherSessions(session: AdminSession): Promise<void>
  /** Changes the caller's own account. A new password ends all other sessions and all links of the account. */
  updateProfile(session: AdminSession, change: AdminProfileChange): Promise<void>
  /** Creates a secret for an authenticator app. Sign-in requires codes only after `confirmTotp`. */
  startTotpSetup(session: AdminSession, shop: string): Promise<{ readonly secret: string; readonly uri: string }>
  /** Turns one-time codes on. The code proves that the app has the secret. Throws VALIDATION_FAILED on `code`. */
  confirmTotp(session: AdminSession, code: string): Promise<void>
  /** Turns one-time codes off. Throws VALIDATION_FAILED on `password`. */
  disableTotp(session: AdminSession, password: string): Promise<void>
}

export function createAdminAccounts(context: Context): AdminAccounts {
  return {
    visitor: (token) => findSessionCaller(context, token),
    list: () => listAccounts(context),
    invite: (grant, invitation) => createInvitation(context, grant, invitation),
    change: (grant, id, change) => changeAccount(context, grant, id, change),
    remove: (grant, id) => removeAccount(context, grant, id),
    reset: (grant, id, options) => resetAccount(context, grant, id, options),
    createFirstLink: () => createFirstAccountLink(context),
    createFirst: (input) => createFirstAccount(context, input),
    acceptLink: (input) => acceptLink(context, input),
    signIn: (credentials, origin) => signIn(context, credentials, origin),
    signInAfterLink: (id, origin) => signInAfterLink(context, id, origin),
    listSessions: (id) => listAdminSessions(context, id),
    endSession: (id, sessionId) => endAdminSession(context, id, sessionId),
    endOtherSessions: ({ account, id }) => endAdminSessions(context.database, account.id, id),
    updateProfile: (session, change) => updateAdminProfile(context, session, change),
    startTotpSetup: (session, shop) => startTotpSetup(context, session, shop),
    confirmTotp: (session, code) => confirmTotp(context, session, code),
    disableTotp: (session, password) => disableTotp(context, session, password),
  }
}
