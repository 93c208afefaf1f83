// The seven areas, their scopes and presets.

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
