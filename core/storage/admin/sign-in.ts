// Signs in to the admin pages. All failures have the same error and duration, so attackers cannot detect existing accounts.
import { createMessage } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { hashPassword, verifyPassword } from '../../model/properties/password.js'
import type { Context } from '../context.js'
import { unit } from '../unit-of-work/transaction.js'
import type { SessionOrigin } from './define.js'
import { findAdminAccountByEmail, type AccountRow, lockAccount, updateAccountRow } from './account-rows.js'
import { createAdminSession } from './admin-sessions.js'
import { findMatchingStep, decryptTotpSecret } from './totp.js'

export interface SignInInput {
  readonly email: string
  readonly password: string
  /** The one-time code, if the account requires one. */
  readonly code?: string
}

/** A hash to compare with if there is no account, so the duration is the same. */
let dummyPasswordHash: Promise<string> | null = null

export const createSignInError = (): ServiceError =>
  new ServiceError('AUTHENTICATION_FAILED', createMessage('errors.signInFailed'))

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
