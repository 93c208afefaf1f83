// Refuses a call whose grant lacks scopes, naming each missing one and a preset that holds it.
import { ServiceError } from '../errors.js'
import { presets, type Preset, type Scope } from './areas.js'
import { type Grant, grantOf } from './grant.js'

const presetNames = Object.keys(presets) as Preset[]

/** `'author', 'operator' and 'everything'` */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** ` The presets 'author' and 'everything' hold it.` or the empty string. */
function presetsThatHold(scopes: readonly Scope[]): string {
  const names = presetNames.filter((name) => grantOf(presets[name]).allowsAll(scopes))
  if (names.length === 0) return ''
  return ` The ${names.length === 1 ? 'preset' : 'presets'} ${listed(names)} ${names.length === 1 ? 'holds' : 'hold'} ${scopes.length === 1 ? 'it' : 'them'}.`
}

/** Throws INSUFFICIENT_SCOPE unless the grant holds all scopes (spec 7.1: the message names the exact scope needed). */
export function requireScopes(grant: Grant, scopes: readonly Scope[]): void {
  if (grant.allowsAll(scopes)) return
  const missing = scopes.filter((scope) => !grant.allows(scope))
  const named = missing.map((scope) => `'${scope}'`).join(' and ')
  const noun = missing.length === 1 ? 'the scope' : 'the scopes'
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This needs ${noun} ${named}, which this caller does not hold.${presetsThatHold(missing)}`,
  )
}

/** Throws INSUFFICIENT_SCOPE unless the grant holds one of the scopes. */
export function requireAnyScope(grant: Grant, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => grant.allows(scope))) return
  const named = scopes.map((scope) => `'${scope}'`).join(', ')
  const holding = presetNames.filter((name) => scopes.some((scope) => grantOf(presets[name]).allows(scope)))
  const help = holding.length === 0 ? '' : ` Of the presets, ${listed(holding)} ${holding.length === 1 ? 'holds' : 'hold'} one.`
  throw new ServiceError('INSUFFICIENT_SCOPE', `This needs one of the scopes ${named}; the grant holds none of them.${help}`)
}
