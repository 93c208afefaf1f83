// Changes that admins make to their own account: name, language, password, one-time codes.
import { createMessage } from '../../foundation/message.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { hashPassword } from '../../model/properties/password.js'
import type { Context } from '../context.js'
import { unit } from '../unit-of-work/transaction.js'
import type { AdminLanguage, AdminSession } from './define.js'
import { deleteAdminLinks } from './admin-links.js'
import { lockAccount, updateAccountRow } from './account-rows.js'
import { endAdminSessions } from './admin-sessions.js'
import { isCorrectPassword } from './sign-in.js'
import { toBase32, findMatchingStep, createTotpSecret, decryptTotpSecret, encryptTotpSecret, formatTotpUri } from './totp.js'

export interface AdminProfileChange {
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
export async function updateAdminProfile(context: Context, session: AdminSession, change: AdminProfileChange): Promise<void> {
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
export async function startTotpSetup(
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
export async function confirmTotp({ database, secret, clock }: Context, { account }: AdminSession, code: string): Promise<void> {
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
export async function disableTotp(context: Context, session: AdminSession, password: string): Promise<void> {
  await requirePassword(context, session, 'password', password)
  await unit(context.database, async (u) => {
    await lockAccount(u, session.account.id)
    await updateAccountRow(u, session.account.id, { totp: '', totp_begun: '', totp_step: 0 })
  })
}

/** The session of the caller. Throws NOT_FOUND for host accounts and tokens. */
export function requireOwnAccount(session: AdminSession | undefined): AdminSession {
  if (session) return session
  throw new ServiceError('NOT_FOUND', createMessage('errors.accountsOfService'))
}
