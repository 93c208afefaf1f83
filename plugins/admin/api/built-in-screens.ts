// The admin's own screens besides lists and records: their area in the menu, and the scopes that open them.
import type { Area, Scope } from '#core/contract.js'

export interface BuiltInScreen {
  readonly name: string
  readonly label: string
  readonly area: Area
  readonly read: Scope
  readonly write: Scope
  /** Only if the service itself sells, or stores the accounts. */
  readonly where?: 'commerce' | 'own-accounts'
  /** Only if a plugin contributes this verb. */
  readonly verb?: string
}

const systemArea = { area: 'system', read: 'system:read', write: 'system:write' } as const

export const builtInScreens: readonly BuiltInScreen[] = [
  { name: 'transfer', label: 'Transfer', area: 'catalog', read: 'catalog:read', write: 'catalog:write' },
  { name: 'translations', label: 'Missing translations', area: 'catalog', read: 'catalog:read', write: 'catalog:write' },
  { name: 'theme', label: 'Design', area: 'store', read: 'store:read', write: 'store:write' },
  { name: 'reviews', label: 'Reviews to approve', area: 'customers', read: 'customers:read', write: 'customers:write' },
  { name: 'payments', label: 'Payments', area: 'orders', read: 'orders:read', write: 'orders:write', where: 'commerce' },
  {
    name: 'advisor',
    label: 'Advisor',
    area: 'conversations',
    read: 'conversations:read',
    write: 'conversations:write',
    verb: 'read-advisor',
  },
  { name: 'mails', label: 'E-mail queue', ...systemArea },
  { name: 'maintenance', label: 'Maintenance', ...systemArea },
  { name: 'trail', label: 'Audit trail', ...systemArea },
  { name: 'failures', label: 'Errors', ...systemArea },
  { name: 'tokens', label: 'API tokens', ...systemArea },
  { name: 'accounts', label: 'Admin accounts', ...systemArea, where: 'own-accounts' },
]
