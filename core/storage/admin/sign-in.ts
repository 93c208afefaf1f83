// Signs in to the admin pages. All failures have the same error and duration, so attackers cannot detect existing accounts.
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { hashPassword, verifyPassword } from '../../model/properties/password.js'
import type { Context } from '../context.js'
import { unit } from '../database/unit.js'
import type { SessionPlace } from './define.js'
import { accountByEmail, type AccountRow, lockAccount, setAccount } from './rows.js'
import { openSession } from './sessions.js'
import { matchingStep, openTotp } from './totp.js'

export interface SignInInput {
  readonly email: string
  readonly password: string
  /** The one-time code, if the account requires one. */
  readonly code?: string
}

/** A hash to compare with if there is no account, so the duration is the same. */
let nobody: Promise<string> | null = null

export const refusedSignIn = (): ServiceError =>
  new ServiceError('AUTHENTICATION_FAILED', 'E-mail address, password or one-time code are not right, or the account is closed.')

/** True if the password is correct. Takes as long for an account without a password. */
export async function isPasswordOf(account: Pick<AccountRow, 'password'> | undefined, password: string): Promise<boolean> {
  const hash = account?.password ?? ''
  const isRight = await verifyPassword(
    password.slice(0, 255),
    hash || (await (nobody ??= hashPassword('the password of nobody'))),
  )
  return isRight && hash !== ''
}

/** Returns the time step of the code. Throws TOTP_REQUIRED without a code, and AUTHENTICATION_FAILED for a wrong or used one. */
function requireStep({ secret, clock }: Context, account: AccountRow, code: string | undefined): number {
  if (code === undefined || code.trim() === '') {
    throw new ServiceError(
      'TOTP_REQUIRED',
      'This account asks for the six digits that the app shows. Send them with the password.',
    )
  }
  const key = openTotp(account.totp, secret)
  const step = key && matchingStep(key, code, clock.now())
  if (step === null || step <= Number(account.totp_step)) throw refusedSignIn()
  return step
}

/**
 * Creates a session and returns its token in clear text. Throws TOTP_REQUIRED if only the code is missing, and the same
 * AUTHENTICATION_FAILED for everything else.
 */
export async function signIn(context: Context, { email, password, code }: SignInInput, place: SessionPlace): Promise<string> {
  const { database, clock } = context
  const account = await accountByEmail(database, email)
  const isRight = await isPasswordOf(account, password)
  if (!account || !isRight || account.active !== 1) throw refusedSignIn()
  const step = account.totp === '' ? null : requireStep(context, account, code)
  return unit(database, async (u) => {
    // Rejects the sign-in if the password was changed or the code was used during the comparison.
    const now = await lockAccount(u, account.id)
    const stands = now.password === account.password && now.totp === account.totp && now.active === 1
    if (!stands || (step !== null && step <= Number(now.totp_step))) throw refusedSignIn()
    const at = clock.now()
    await setAccount(u, account.id, { last_login: formatIsoTime(at), ...(step !== null && { totp_step: step }) })
    return openSession(u, account.id, at, place)
  })
}

/** Creates a session after a password was set through a link. */
export async function openAfterLink({ database, clock }: Context, accountId: number, place: SessionPlace): Promise<string> {
  return unit(database, async (u) => {
    const { totp } = await lockAccount(u, accountId)
    if (totp !== '')
      throw new ServiceError('TOTP_REQUIRED', 'The password is set. Sign in with it and with the six digits of the app.')
    const now = clock.now()
    await setAccount(u, accountId, { last_login: formatIsoTime(now) })
    return openSession(u, accountId, now, place)
  })
}
