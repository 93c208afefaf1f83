// Whether the application reads a field of a record: on this host, and while the condition on its sibling holds (spec 2.3).
import type { Property } from '../../ground/property/kind.js'
import type { Platform } from '../../ground/property/options.js'

/** False where the field is stored and readable but hidden, never required, and not read. */
export function isInForce(property: Property, record: Readonly<Record<string, unknown>>, platform: Platform): boolean {
  const { platforms, appliesWhen } = property
  if (platforms && !platforms.includes(platform)) return false
  return appliesWhen === undefined || (appliesWhen.values as readonly unknown[]).includes(record[appliesWhen.property])
}
