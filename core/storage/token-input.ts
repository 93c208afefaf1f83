// Validates the input for a new bearer token: its name, scopes and expiry.
import {
  baseScope,
  grantableScopes,
  isGrantableScope,
  isPreset,
  presets,
  presetsWithScopes,
  type Scope,
} from '../foundation/access/areas.js'
import { grantOf } from '../foundation/access/grant.js'
import { day, hour, formatIsoTime, minute } from '../foundation/clock.js'
import { ValidationError } from '../foundation/errors.js'
import { didYouMean } from '../foundation/nearest.js'
import { endOfDay, isDay } from '../foundation/time-zone.js'

export interface TokenInput {
  readonly name: string
  readonly scopes?: readonly string[]
  readonly presets?: readonly string[]
  /** An ISO date (includes that day in the time zone of the shop), an ISO time, or a duration such as 30d or 12h. Never expires if omitted. */
  readonly expires?: string | null
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
    const accepted = 'an ISO date such as 2030-12-31, an ISO time such as 2030-12-31T12:00:00Z, or a span such as 30d or 12h'
    throw ValidationError.of('expires', `Field 'expires' takes ${accepted}, not '${expiryInput.slice(0, 40)}'.`)
  }
  if (expiry <= now) throw ValidationError.of('expires', `Field 'expires' must lie in the future, and '${expiryInput}' does not.`)
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
        `There is no preset '${name}'.${didYouMean(name, presetNames)} Presets are ${presetsWithScopes}.`,
      )
    }
    scopes.push(...presets[name])
  }
  for (const name of input.scopes ?? []) {
    if (name === baseScope) {
      throw ValidationError.of('scopes', `The scope '${baseScope}' belongs to everybody and cannot be given. Leave it out.`)
    }
    if (!isGrantableScope(name)) {
      const sentence = `There is no scope '${name}' to give.${didYouMean(name, grantableScopes)}`
      throw ValidationError.of('scopes', `${sentence} Scopes are ${grantableScopes.join(', ')}.`)
    }
    scopes.push(name)
  }
  return grantOf(scopes).scopes
}

function parseTokenName(nameInput: string): string {
  const name = nameInput.trim()
  if (name === '') throw ValidationError.of('name', "Field 'name' cannot be empty: it tells the token apart in lists and logs.")
  if (name.length > 255) throw ValidationError.of('name', "Field 'name' takes at most 255 characters.")
  return name
}

/** Throws a ValidationError on `name`, `scopes`, `presets` or `expires`. */
export async function validateTokenInput(
  input: TokenInput,
  time: MintTime,
): Promise<{ readonly name: string; readonly scopes: readonly Scope[]; readonly expires: string | null }> {
  return { name: parseTokenName(input.name), scopes: resolveScopes(input), expires: await parseExpiry(input.expires, time) }
}
