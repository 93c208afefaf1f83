// The accounts of the admin's users, with their sessions and one-time links, for the admin, commands and hosts.
import type { Grant } from '../../foundation/access/grant.js'
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
} from './accounts.js'
import { endAdminSession, endAdminSessions, findSessionCaller, listAdminSessions } from './admin-sessions.js'
import type { AdminAccount, AdminCaller, AdminLink, AdminSession, AdminSessionRow, SessionOrigin } from './define.js'
import { createFirstAccountLink } from './first-account-link.js'
import { type AdminProfileChange, confirmTotp, disableTotp, startTotpSetup, updateAdminProfile } from './own-account.js'
import { signIn, signInAfterLink, type SignInInput } from './sign-in.js'

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
