// Access: the seven areas with their scopes and presets, grants and callers. Refuses calls with missing scopes.
import { listQuoted, listWithAnd, quoteText, createMessage, type MessageValue } from './message.js'
import { ServiceError } from './errors.js'

/** The seven areas, their scopes and presets. */
export const areas = ['catalog', 'store', 'customers', 'orders', 'conversations', 'code', 'system'] as const
export type Area = (typeof areas)[number]
export type Level = 'read' | 'write'
export type Scope = `${Area}:${Level}`

const grantableLevels: Readonly<Record<Area, readonly Level[]>> = {
  catalog: ['read', 'write'],
  store: ['write'],
  customers: ['read', 'write'],
  orders: ['read', 'write'],
  conversations: ['read', 'write'],
  code: ['write'],
  system: ['read', 'write'],
}

/** The scope that each token has. It can be neither granted nor revoked. */
export const baseScope: Scope = 'store:read'

/** The twelve scopes that a token can have in addition. */
export const grantableScopes: readonly Scope[] = areas
  .flatMap((area) => grantableLevels[area].map((level): Scope => `${area}:${level}`))
  .filter((scope) => scope !== baseScope)

export const presets = {
  author: ['catalog:write'],
  fulfilment: ['orders:write', 'customers:read'],
  insights: ['catalog:read', 'conversations:read'],
  operator: ['store:write', 'system:write'],
  everything: ['catalog:write', 'store:write', 'customers:write', 'orders:write', 'conversations:write', 'system:write'],
} as const satisfies Record<string, readonly Scope[]>
export type Preset = keyof typeof presets

/** All presets with their scopes: `author (catalog:write), fulfilment (orders:write + customers:read), …` */
export const presetsWithScopes: string = Object.entries(presets)
  .map(([name, scopes]) => `${name} (${scopes.join(' + ')})`)
  .join(', ')

export function isGrantableScope(value: unknown): value is Scope {
  return (grantableScopes as readonly unknown[]).includes(value)
}

export function isPreset(value: unknown): value is Preset {
  return typeof value === 'string' && Object.hasOwn(presets, value)
}

/** The permissions of a caller: a set of scopes. Write implies read within an area, and store:read is always included. */
export interface Grant {
  /** The granted scopes, sorted, without implied ones. */
  readonly scopes: readonly Scope[]
  allows(scope: Scope): boolean
  allowsAll(scopes: readonly Scope[]): boolean
}

/** Creates the grant of a list of scopes. */
export function grantOf(scopes: Iterable<Scope>): Grant {
  const granted = [...new Set(scopes)].sort()
  const effective = new Set<Scope>(granted)
  effective.add(baseScope)
  for (const scope of granted) if (scope.endsWith(':write')) effective.add(`${scope.slice(0, -6) as Area}:read`)
  const allows = (scope: Scope): boolean => effective.has(scope)
  return Object.freeze({
    scopes: Object.freeze(granted),
    allows,
    allowsAll: (required: readonly Scope[]) => required.every(allows),
  })
}

/** The grant of in-process callers, and of stdio without options: all scopes. */
export const fullGrant: Grant = grantOf([...presets.everything, 'code:write'])

/** The caller of an action: its permissions, and its name in the authorization log. */
export interface Caller {
  readonly grant: Grant
  /** The name of the token or admin user, or `stdio`, `cli`, `in-process`. */
  readonly name: string
  /** The id of the token; null without a token. */
  readonly id: number | null
  /** True for a remote person without a token. As with tokens, the server's own files are out of reach. */
  readonly outside?: boolean
}

/** The caller of in-process calls by customizations, migrations and tests. It has all permissions. */
export const inProcess: Caller = Object.freeze({ grant: fullGrant, name: 'in-process', id: null })

/** Maximum length of a name in characters. */
const maximumLength = 191

/** The caller in audit entries: `Ada Lovelace`, or `import (token 7)`. */
export const formatCallerName = ({ name, id }: Pick<Caller, 'name' | 'id'>): string =>
  (id === null ? name : `${name} (token ${id})`).slice(0, maximumLength)

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

/** The operations of the entities. */
export const operations = ['list', 'read', 'create', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

/** True for operations that change no data. */
export const isReadOperation = (operation: Operation): boolean => operation === 'list' || operation === 'read'

/** The part of an entity that determines the scopes of its operations. */
interface GuardedEntity {
  readonly area: Area
  readonly writeNeeds?: readonly Scope[]
}

/** The scopes that an operation on records of the entity requires. */
export function requiredScopes(entity: GuardedEntity, operation: Operation): readonly Scope[] {
  return isReadOperation(operation) ? [`${entity.area}:read`] : [`${entity.area}:write`, ...(entity.writeNeeds ?? [])]
}
