// The bearer tokens of an installation, `svc_<id>_<secret>`: the interface of their service, its results, and the input for a new token.
import type { Scope, Grant } from '../foundation/access.js'
import {
  baseScope,
  grantableScopes,
  isGrantableScope,
  isPreset,
  presets,
  presetsWithScopes,
  grantOf,
} from '../foundation/access.js'
import { createMessage, suggestName } from '../foundation/message.js'
import { day, hour, formatIsoTime, minute, endOfDay, isDay } from '../foundation/clock.js'
import { ValidationError, ServiceError } from '../foundation/errors.js'

/** Validates the input for a new bearer token: its name, scopes and expiry. */
export interface TokenInput {
  readonly name: string
  readonly scopes?: readonly string[]
  readonly presets?: readonly string[]
  /** An ISO date (includes that day in the time zone of the shop), an ISO time, or a duration such as 30d or 12h. Never expires if omitted. */
  readonly expires?: string | null
  /** The rights of the caller: INSUFFICIENT_SCOPE if they lack a scope of the token. Default: all scopes. */
  readonly grantor?: Grant
}

export interface MintTime {
  readonly now: number
  /** The time zone of the shop, in which a date ends. */
  timeZone(): Promise<string>
}

const durationUnits: Readonly<Record<string, number>> = { m: minute, h: hour, d: day }

/** The time of expiry in ISO 8601, or null for never. */
async function parseExpiry(expiryInput: string | null | undefined, { now, timeZone }: MintTime): Promise<string | null> {
  if (expiryInput === undefined || expiryInput === null || expiryInput === '') return null
  const [, count, unitName] = /^(\d{1,6})([mhd])$/.exec(expiryInput) ?? []
  const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(expiryInput)
    ? Date.parse(expiryInput)
    : Number.NaN
  const time = isDay(expiryInput) ? endOfDay(expiryInput, await timeZone()) : iso
  const expiry = count !== undefined && unitName !== undefined ? now + Number(count) * durationUnits[unitName]! : time
  if (Number.isNaN(expiry) || expiry > 8.64e15) {
    throw ValidationError.of('expires', createMessage('errors.expiryInvalid', { value: expiryInput.slice(0, 40) }))
  }
  if (expiry <= now) throw ValidationError.of('expires', createMessage('errors.expiryPast', { value: expiryInput }))
  return formatIsoTime(expiry)
}

/** The scopes of the input including its presets, sorted and without duplicates. Throws VALIDATION_FAILED on `presets` or `scopes`. */
export function resolveScopes(input: Pick<TokenInput, 'scopes' | 'presets'>): readonly Scope[] {
  const scopes: Scope[] = []
  for (const name of input.presets ?? []) {
    if (!isPreset(name)) {
      const presetNames = Object.keys(presets)
      throw ValidationError.of(
        'presets',
        createMessage('errors.unknownPreset', { name, hint: suggestName(name, presetNames), presets: presetsWithScopes }),
      )
    }
    scopes.push(...presets[name])
  }
  for (const name of input.scopes ?? []) {
    if (name === baseScope) {
      throw ValidationError.of('scopes', createMessage('errors.scopeOfEverybody', { scope: baseScope }))
    }
    if (!isGrantableScope(name)) {
      const hint = suggestName(name, grantableScopes)
      throw ValidationError.of('scopes', createMessage('errors.unknownScope', { name, hint, scopes: grantableScopes }))
    }
    scopes.push(name)
  }
  return grantOf(scopes).scopes
}

/** Throws INSUFFICIENT_SCOPE if the caller lacks one of the scopes. */
export function requireGrantableScopes(grant: Grant, scopes: readonly Scope[]): void {
  const missingScopes = scopes.filter((scope) => !grant.allows(scope))
  if (missingScopes.length === 0) return
  const lackingList = missingScopes.map((scope) => `'${scope}'`).join(', ')
  throw new ServiceError('INSUFFICIENT_SCOPE', createMessage('errors.rightsLacking', { scopes: lackingList }))
}

function parseTokenName(nameInput: string): string {
  const name = nameInput.trim()
  if (name === '') throw ValidationError.of('name', createMessage('errors.tokenNameEmpty'))
  if (name.length > 255) throw ValidationError.of('name', createMessage('errors.tokenNameTooLong'))
  return name
}

/** Throws a ValidationError on `name`, `scopes`, `presets` or `expires`. */
export async function validateTokenInput(
  input: TokenInput,
  time: MintTime,
): Promise<{ readonly name: string; readonly scopes: readonly Scope[]; readonly expires: string | null }> {
  const [name, scopes] = [parseTokenName(input.name), resolveScopes(input)]
  if (input.grantor) requireGrantableScopes(input.grantor, scopes)
  return { name, scopes, expires: await parseExpiry(input.expires, time) }
}

/** The caller of a request, known from its verified token. */
export interface TokenIdentity {
  readonly id: number
  readonly name: string
  readonly grant: Grant
}

export interface TokenSummary {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** ISO 8601; null = never. */
  readonly created: string
  readonly expires: string | null
  readonly revoked: string | null
  readonly lastUsed: string | null
}

export interface MintedToken {
  readonly id: number
  readonly name: string
  /** In clear text. Not available later. */
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly expires: string | null
}

export interface BearerTokens {
  /** Throws a ValidationError on `name`, `scopes`, `presets` or `expires`, or INSUFFICIENT_SCOPE for scopes that the grantor lacks. */
  mint(input: TokenInput): Promise<MintedToken>
  /** All tokens, also revoked ones, in id order, without their secrets. */
  list(): Promise<readonly TokenSummary[]>
  /** Revokes the token at once, in all processes. Does nothing if it is revoked already. Throws NOT_FOUND for an unknown id. */
  revoke(id: number): Promise<void>
  /**
   * The token's identity, or null for a malformed, unknown, wrong, revoked or expired token. `accessVersion` is the version of
   * the topic `access` that this request has read. Stores the time of use within a few seconds.
   */
  verify(token: string, accessVersion: number): Promise<TokenIdentity | null>
  /** Stores the pending times of use now. */
  flush(): Promise<void>
}
