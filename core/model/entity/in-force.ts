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
  /** The fields on which those depend. */
  readonly deciding: readonly string[]
  /** What is not in force by what these hold, the first of them first: of thousands of records most hold one of a few things. */
  readonly found: Found
  /** Of what is kept. */
  count: number
}

interface Found {
  readonly next: Map<unknown, Found>
  idle?: readonly string[]
}

/** Sets of what the deciding fields hold that are kept at most. */
const mostFound = 1_000

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
  const deciding = [...new Set(sometimes.flatMap(({ appliesWhen }) => chainOf(entity, appliesWhen!.property)))]
  const made = {
    never: properties.filter(isNever).map(({ name }) => name),
    sometimes,
    deciding,
    found: { next: new Map() },
    count: 0,
  }
  known.set(platform, made)
  return made
}

/** The field of a condition, and those by whose conditions that is in force itself. */
function chainOf({ properties }: Entity, name: string): readonly string[] {
  const chain: string[] = []
  for (let next: string | undefined = name; next !== undefined && !chain.includes(next); ) {
    chain.push(next)
    next = properties[next]?.appliesWhen?.property
  }
  return chain
}

/** The fields of a record that are not in force. */
export function idleFields(entity: Entity, record: Readonly<Record<string, unknown>>, platform: Platform): readonly string[] {
  const doubt = doubtfulOf(entity, platform)
  let at: Found | undefined = doubt.found
  for (const name of doubt.deciding) at = at?.next.get(record[name])
  if (at?.idle) return at.idle
  const idle = [...doubt.never]
  for (const property of doubt.sometimes) if (!isInForce(entity, property, record, platform)) idle.push(property.name)
  keep(doubt, record, idle)
  return idle
}

/** Values that are compared by what they are; others would be kept for nothing. */
function keep(doubt: Doubtful, record: Readonly<Record<string, unknown>>, idle: readonly string[]): void {
  const held = doubt.deciding.map((name) => record[name])
  if (doubt.count === mostFound || held.some((value) => typeof value === 'object' && value !== null)) return
  doubt.count++
  let at = doubt.found
  for (const value of held) {
    const next: Found = at.next.get(value) ?? { next: new Map() }
    at.next.set(value, next)
    at = next
  }
  at.idle = idle
}
