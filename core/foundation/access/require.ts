// Refuses calls with missing scopes. The message names each missing scope and the presets that contain it.
import { listQuoted, listWithAnd, quoteText } from '../format-value.js'
import { createMessage, type MessageValue } from '../message.js'
import { ServiceError } from '../errors.js'
import { presets, type Preset, type Scope } from './areas.js'
import { type Grant, grantOf } from './grant.js'

const presetNames = Object.keys(presets) as Preset[]

/** ` The presets 'author' and 'everything' hold it.` or the empty string. */
function describePresets(scopes: readonly Scope[]): MessageValue {
  const names = presetNames.filter((name) => grantOf(presets[name]).allowsAll(scopes))
  if (names.length === 0) return ''
  const values = { presets: listWithAnd(listQuoted(names)), presetCount: names.length, scopeCount: scopes.length }
  return createMessage('errors.presetsWithScopes', values)
}

/** Throws INSUFFICIENT_SCOPE unless the grant includes all scopes. The message names the missing scopes. */
export function requireScopes(grant: Grant, scopes: readonly Scope[]): void {
  if (grant.allowsAll(scopes)) return
  const missing = scopes.filter((scope) => !grant.allows(scope))
  const names = missing
    .map((scope): MessageValue => quoteText(scope))
    .reduce((all, scope) => createMessage('errors.listWithAnd', { items: all, last: scope }))
  const values = { names, count: missing.length, presets: describePresets(missing) }
  throw new ServiceError('INSUFFICIENT_SCOPE', createMessage('errors.scopesLacking', values))
}

/** Throws INSUFFICIENT_SCOPE unless the grant includes at least one of the scopes. */
export function requireAnyScope(grant: Grant, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => grant.allows(scope))) return
  const matchingPresets = presetNames.filter((name) => scopes.some((scope) => grantOf(presets[name]).allows(scope)))
  const count = matchingPresets.length
  const names = listWithAnd(listQuoted(matchingPresets))
  const help = count === 0 ? '' : createMessage('errors.presetsWithOneScope', { presets: names, count })
  throw new ServiceError(
    'INSUFFICIENT_SCOPE',
    createMessage('errors.allScopesLacking', { scopes: listQuoted(scopes), presets: help }),
  )
}
