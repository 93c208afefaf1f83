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

interface Doubtful {
  /** Those that this host never reads, whatever else a record says. */
  readonly never: readonly string[]
  readonly sometimes: readonly Property[]
}

const doubtful = new WeakMap<Entity, Map<Platform, Doubtful>>()

/** Most fields are in force always: only the others are looked at in each record. */
function doubtfulOf(entity: Entity, platform: Platform): Doubtful {
  const known = doubtful.get(entity) ?? new Map<Platform, Doubtful>()
  doubtful.set(entity, known)
  const held = known.get(platform)
  if (held) return held
  const properties = Object.values(entity.properties)
  const isNever = ({ platforms }: Property): boolean => platforms?.includes(platform) === false
  const sometimes = properties.filter((property) => !isNever(property) && property.appliesWhen !== undefined)
  const made = { never: properties.filter(isNever).map(({ name }) => name), sometimes }
  known.set(platform, made)
  return made
}

/** The fields of a record that are not in force. */
export function idleFields(entity: Entity, record: Readonly<Record<string, unknown>>, platform: Platform): readonly string[] {
  const { never, sometimes } = doubtfulOf(entity, platform)
  const idle = [...never]
  for (const property of sometimes) if (!isInForce(entity, property, record, platform)) idle.push(property.name)
  return idle
}
