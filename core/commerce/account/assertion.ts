// Verifies the host's assertion about its visitor, a short-lived signed JWT that can be used once, and reports clocks that are ahead.
import { sha256 } from '../../foundation/digest.js'
import type { JWTVerifyGetKey } from 'jose'
import { formatIsoTime, hour, minute } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/log.js'
import type { Context } from '../../storage/context.js'
import { insertRows } from '../../storage/database/dialect.js'
import { createMessage } from '../../foundation/message.js'
import { listSystemVariables, setSystemVariable } from '../../storage/system-variables.js'

/** Trust in one host. Set exactly one of `secret` and `jwksUrl`. */
export interface AssertionTrust {
  /** The claim `iss`. */
  readonly issuer: string
  /** The claim `aud`: the host's name for this service. */
  readonly audience: string
  /** HS256: a shared secret of at least 32 characters. */
  readonly secret?: string
  /** RS256 or EdDSA: the URL of the host's public keys. */
  readonly jwksUrl?: string
  /** Maximum lifetime of an assertion in seconds. Default 120. */
  readonly longest?: number
}

export type Claims = Readonly<Record<string, unknown>>

/** Returns the claims of a valid assertion. AUTHENTICATION_FAILED for any other, with the same message for all reasons. */
export type AssertionVerifier = (context: Context, assertion: string) => Promise<Claims>

const minSecretLength = 32
const defaultMaxLifetime = 120
/** Tolerated clock difference between the host and this machine, in seconds. */
const clockToleranceSeconds = 5
/** Maximum length in characters; longer than any host needs. */
const maxAssertionLength = 8_192

interface VerificationKeys {
  readonly key: Uint8Array | JWTVerifyGetKey
  readonly algorithms: string[]
}

/** A rejection by the service's own rules, for a token that the JWT library accepts. */
export class TokenError extends Error {
  constructor(
    readonly code: string,
    readonly claim?: string,
  ) {
    super(code)
  }
}

const maxFieldLength = 64

function readTextField(error: unknown, field: 'code' | 'claim'): string | undefined {
  const value =
    typeof error === 'object' && error !== null && field in error ? (error as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.slice(0, maxFieldLength) : undefined
}

/** Only these fields of an error are logged. The library's errors contain the whole payload, which is personal data. */
export function toTokenFaultFields(error: unknown): { readonly code: string; readonly claim?: string; readonly cause?: string } {
  const claim = readTextField(error, 'claim')
  const cause = readTextField(error instanceof Error ? error.cause : undefined, 'code')
  const code = readTextField(error, 'code') ?? (error instanceof Error ? error.name : 'unknown')
  return { code, ...(claim !== undefined && { claim }), ...(cause !== undefined && { cause }) }
}

/** Creates a verifier, which loads the keys on first use. TypeError for an insecure configuration. */
export function assertionVerifier(trust: AssertionTrust): AssertionVerifier {
  if ((trust.secret === undefined) === (trust.jwksUrl === undefined)) {
    throw new TypeError("Set either 'secret' or 'jwksUrl' of the host. It verifies the signatures of assertions.")
  }
  if (trust.secret !== undefined && trust.secret.length < minSecretLength) {
    throw new TypeError(`The 'secret' of assertions must have at least ${minSecretLength} characters.`)
  }
  let keys: Promise<VerificationKeys> | null = null
  return async (context, assertion) => {
    try {
      if (assertion.length > maxAssertionLength) throw new TokenError('TOO_LONG')
      return await verifyAssertion(context, trust, await (keys ??= loadVerificationKeys(trust)), assertion)
    } catch (error) {
      const secondsAhead = reportFastClock(context, trust.issuer, readIssueTime(error))
      if (secondsAhead !== null && secondsAhead > clockToleranceSeconds)
        await storeClockReport(context, trust.issuer, secondsAhead)
      const fields = { issuer: trust.issuer, ...toTokenFaultFields(error) }
      warnRateLimited(context.log, context.clock.now(), fields, 'An assertion of the host was rejected.')
      throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.assertionRefused'))
    }
  }
}

async function loadVerificationKeys({ secret, jwksUrl }: AssertionTrust): Promise<VerificationKeys> {
  if (secret !== undefined) return { key: new TextEncoder().encode(secret), algorithms: ['HS256'] }
  const { createRemoteJWKSet } = await import('jose')
  const key = createRemoteJWKSet(new URL(jwksUrl!), { timeoutDuration: 3_000, cooldownDuration: 10_000 })
  return { key, algorithms: ['RS256', 'EdDSA', 'Ed25519'] }
}

async function verifyAssertion(
  context: Context,
  trust: AssertionTrust,
  { key, algorithms }: VerificationKeys,
  assertion: string,
): Promise<Claims> {
  const { jwtVerify } = await import('jose')
  const now = context.clock.now()
  const options = {
    algorithms,
    issuer: trust.issuer,
    audience: trust.audience,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'iat', 'jti', 'iss', 'aud'],
    currentDate: new Date(now),
    maxTokenAge: trust.longest ?? defaultMaxLifetime,
  }
  const { payload } = await (typeof key === 'function' ? jwtVerify(assertion, key, options) : jwtVerify(assertion, key, options))
  const { exp = 0, iat = 0, jti } = payload
  reportFastClock(context, trust.issuer, iat)
  if (exp - iat > (trust.longest ?? defaultMaxLifetime)) throw new TokenError('LIVES_TOO_LONG', 'exp')
  if (typeof jti !== 'string' || jti === '') throw new TokenError('NO_TEXT', 'jti')
  await markAssertionUsed(context, trust.issuer, jti, (exp + clockToleranceSeconds) * 1000)
  return payload
}

/** The claim `iat` of an assertion that was rejected for a claim. The library checks claims after the signature. */
function readIssueTime(error: unknown): unknown {
  const payload: unknown = error instanceof Error && 'payload' in error ? error.payload : null
  return typeof payload === 'object' && payload !== null && 'iat' in payload ? payload.iat : undefined
}

/**
 * Logs that the host's clock is ahead. Beyond the tolerance every assertion fails, and nothing else shows the reason. A difference
 * of one second is rounding. A clock that is behind looks like an assertion that was sent late.
 * @param iat the claim, seconds since the epoch
 * @returns the seconds by which it is ahead; null if it is not
 */
function reportFastClock({ log, clock }: Context, issuer: string, iat: unknown): number | null {
  if (typeof iat !== 'number') return null
  const secondsAhead = Math.round((iat - clock.now() / 1000) * 10) / 10
  if (secondsAhead <= 1) return null
  const message = 'The clock of the host is ahead of this machine. Synchronize both with NTP.'
  warnRateLimited(log, clock.now(), { issuer, secondsAhead, toleranceSeconds: clockToleranceSeconds }, message)
  return secondsAhead
}

/** Stores the assertion's digest until it expires. Throws if any process has accepted the assertion before. */
async function markAssertionUsed(context: Context, issuer: string, jti: string, expires: number): Promise<void> {
  const digest = sha256(JSON.stringify([issuer, jti]))
  try {
    await context.database.run(insertRows('svc_used_assertions', ['digest', 'expires']), [digest, formatIsoTime(expires)])
  } catch (error) {
    if (context.database.dialect.isDuplicate(error)) throw new TokenError('USED', 'jti')
    throw error
  }
}

/**
 * The id as text; null if the claim is missing or empty, so the visitor is a guest. AUTHENTICATION_FAILED and a log line for any
 * other value, including integers above 2^53: JSON rounds them, so two users would share one id.
 * @param claim its name, for the log and the error message
 */
export function userIdOf({ log, clock }: Context, claim: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value.trim() || null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  warnRateLimited(log, clock.now(), { claim, type: typeof value }, 'The user id in an assertion of the host is not valid.')
  throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.userIdInvalid', { claim }))
}

/** The last assertion of an issuer that was refused because the host's clock is ahead. The health check reads it. */
interface ClockReport {
  readonly issuer: string
  /** How far the host's clock was ahead. */
  readonly secondsAhead: number
  /** Milliseconds since the epoch. */
  readonly refused: number
}

/** Name prefix of the system variables that store the reports. */
export const clockReportPrefix = 'clock_ahead_'
/** Reports are used for an hour, because the clock may be corrected afterwards. */
const reportLifetime = hour

/** When each context last stored a report, by issuer: a busy host would otherwise write one for each request. */
const lastReportTimes = new WeakMap<Context, Map<string, number>>()

/** Stores the report, at most once a minute for each issuer. Call it only for assertions whose signature is valid. */
async function storeClockReport(context: Context, issuer: string, secondsAhead: number): Promise<void> {
  const now = context.clock.now()
  const times = lastReportTimes.get(context) ?? new Map<string, number>()
  lastReportTimes.set(context, times)
  const last = times.get(issuer)
  if (last !== undefined && now >= last && now - last < minute) return
  times.set(issuer, now)
  const report: ClockReport = { issuer, secondsAhead, refused: now }
  await setSystemVariable(context.database, clockReportPrefix + sha256(issuer).slice(0, 32), JSON.stringify(report))
}

/** The reports of the last hour. */
export async function listRecentClockReports({ database, clock }: Context): Promise<readonly ClockReport[]> {
  const variables = await listSystemVariables(database, new Set())
  return variables
    .filter(({ name }) => name.startsWith(clockReportPrefix))
    .map(({ value }) => JSON.parse(value) as ClockReport)
    .filter(({ refused }) => clock.now() - refused < reportLifetime)
}
