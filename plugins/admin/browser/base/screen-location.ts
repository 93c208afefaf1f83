// Addresses of the admin's screens below its root, and of the REST API. Pages without script use the same ones.
import type { MenuEntry, MenuArea, AdminSessionReply } from '../../api/account-shape.js'

export type ScreenLocation =
  | { readonly screen: 'home' }
  | { readonly screen: 'list'; readonly entity: string }
  | { readonly screen: 'record'; readonly entity: string; readonly id: number | null }
  | { readonly screen: 'workshop'; readonly id: number }
  | { readonly screen: 'own'; readonly name: string }
  /** A screen of a plugin. */
  | { readonly screen: 'plugged'; readonly name: string }
  | { readonly screen: 'unknown' }

export const homePath = ''
export const toRecordListPath = (entity: string): string => `records/${entity}`
export const toRecordPath = (entity: string, id: number | 'new'): string => `records/${entity}/${id}`
export const toWorkshopPath = (product: number): string => `workshop/${product}`
export const toScreenPath = (name: string): string => name
const toPluginScreenPath = (name: string): string => `screens/${name}`

/** The address of a menu entry. */
export const toMenuEntryPath = ({ kind, name, script }: MenuEntry): string =>
  kind === 'list' ? toRecordListPath(name) : script === undefined ? toScreenPath(name) : toPluginScreenPath(name)

/** Names of the admin's own screens, as they appear in addresses. */
const screenNames: ReadonlySet<string> = new Set([
  'account',
  'tokens',
  'accounts',
  'transfer',
  'theme',
  'media',
  'translations',
  'payments',
  'reviews',
  'advisor',
  'mails',
  'maintenance',
  'failures',
  'trail',
  'first-account',
  'invitation',
])

const idPattern = /^[1-9]\d{0,15}$/

/** The screen at an address below the root. */
export function parseScreenLocation(path: string): ScreenLocation {
  const [first = '', entity, id, ...rest] = path.split('/').filter((part) => part !== '')
  if (first === '') return { screen: 'home' }
  if (first === 'records' && entity !== undefined && rest.length === 0) {
    if (id === undefined) return { screen: 'list', entity }
    if (id === 'new') return { screen: 'record', entity, id: null }
    if (idPattern.test(id)) return { screen: 'record', entity, id: Number(id) }
  }
  if (first === 'screens' && entity !== undefined && id === undefined) return { screen: 'plugged', name: entity }
  if (first === 'workshop' && idPattern.test(entity ?? '') && id === undefined) return { screen: 'workshop', id: Number(entity) }
  return screenNames.has(first) && entity === undefined ? { screen: 'own', name: first } : { screen: 'unknown' }
}

const adminPath = '/svc-admin/'

/** The path of the admin with a trailing slash and any prefix: `/shop/svc-admin/`. */
export function getRootPath(): string {
  const path = `${location.pathname}/`
  return path.slice(0, path.indexOf(adminPath) + adminPath.length)
}

/** The address of the service's REST API, as an external caller uses it. */
export function getRestRootAddress(): string {
  return `${location.origin}${getRootPath().slice(0, -adminPath.length)}/svc-api/v1`
}

/** Properties of every screen. */
export interface ScreenProps {
  readonly session: AdminSessionReply
  readonly menu: readonly MenuArea[]
}
