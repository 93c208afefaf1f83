// Refuses calls with missing scopes. The message names each missing scope and the presets that contain it.
import { ServiceError } from '../errors.js'
import { presets, type Preset, type Scope } from './areas.js'
import { type Grant, grantOf } from './grant.js'

const presetNames = Object.keys(presets) as Preset[]

/** Lists names: `'author', 'operator' and 'everything'`. */
function joinNames(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** ` The presets 'author' and 'everything' hold it.` or the empty string. */
function describePresets(scopes: readonly Scope[]): string {
  const names = presetNames.filter((name) => grantOf(presets[name]).allowsAll(scopes))
  if (names.length === 0) return ''
  return ` The ${names.length === 1 ? 'preset' : 'presets'} ${joinNames(names)} ${names.length === 1 ? 'holds' : 'hold'} ${scopes.length === 1 ? 'it' : 'them'}.`
}

/** Throws INSUFFICIENT_SCOPE unless the grant includes all scopes. The message names the missing scopes. */
export function requireScopes(grant: Grant, scopes: readonly Scope[]): void {
  if (grant.allowsAll(scopes)) return
  const missing = scopes.filter((scope) => !grant.allows(scope))
  const names = missing.map((scope) => `'${scope}'`).join(' and ')
  const noun = missing.length === 1 ? 'the scope' : 'the scopes'
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    `This needs ${noun} ${names}, which this caller does not hold.${describePresets(missing)}`,
  )
}

/** Throws INSUFFICIENT_SCOPE unless the grant includes at least one of the scopes. */
export function requireAnyScope(grant: Grant, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => grant.allows(scope))) return
  const names = scopes.map((scope) => `'${scope}'`).join(', ')
  const matchingPresets = presetNames.filter((name) => scopes.some((scope) => grantOf(presets[name]).allows(scope)))
  const help =
    matchingPresets.length === 0
      ? ''
      : ` Of the presets, ${joinNames(matchingPresets)} ${matchingPresets.length === 1 ? 'holds' : 'hold'} one.`
  throw new ServiceError('INSUFFICIENT_SCOPE', `This needs one of the scopes ${names}; the grant holds none of them.${help}`)
}
