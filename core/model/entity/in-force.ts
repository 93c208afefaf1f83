// Whether the application reads a field of a record: on this host, and while the condition on its sibling holds (spec 2.3).
import type { Property } from '../../ground/property/kind.js'
import type { Platform } from '../../ground/property/options.js'
import type { Entity } from './define.js'

/** False where the field is hidden, never required and not read; a condition on a field that is not in force fails too. */
export function isInForce(
  entity: Pick<Entity, 'properties'>,
  property: Property,
  record: Readonly<Record<string, unknown>>,
  platform: Platform,
): boolean {
  const { platforms, appliesWhen } = property
  if (platforms && !platforms.includes(platform)) return false
  if (!appliesWhen) return true
  if (!(appliesWhen.values as readonly unknown[]).includes(record[appliesWhen.property])) return false
  const sibling = entity.properties[appliesWhen.property]
  return !sibling || isInForce(entity, sibling, record, platform)
}
