// The fields of a copy: the fields of the original, with references to the copied records.
import type { Issue } from '../../foundation/errors.js'
import type { Property, Reference } from '../../foundation/property/kind.js'
import { isWeakReference } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { layoutOf } from '../../storage/record/layout.js'
import { nameRecord } from '../../storage/record/naming.js'
import { presentValue } from '../../storage/record/present.js'
import { isUnset, toColumn } from '../../storage/record/values.js'
import type { Member } from '../graph.js'
import type { Places } from './places.js'

export type Fields = Record<string, unknown>

/** Without an ordering, a copy is placed last among its siblings. */
const unasked = 'ordering'

/** The fields that are equal in the copy. */
export function plainFields({ entity, record }: Member, languages: readonly string[]): Fields {
  const fields: Fields = {}
  for (const { name, kind } of layoutOf(entity).stored) {
    if (name !== unasked && !kind.references) fields[name] = record.values[name]
  }
  for (const key of flatKeysOf(entity, languages).keys()) fields[key] = record.values[key]
  return fields
}

export interface Naming {
  readonly property: Property
  readonly names: readonly Reference[]
}

/** Cached: rules and formulas are long to parse, and an import asks several times. A loaded record never changes. */
const known = new WeakMap<Member['record'], readonly Naming[]>()
const nothing: readonly Naming[] = []

/** A record whose references may already be known. */
interface Noted extends Member {
  readonly note?: { readonly naming?: readonly Naming[] }
}

/** The properties that contain ids, with those ids. `among`: the properties with a value, if known. */
export function namingFields(
  { entity, record, note }: Noted,
  registry: Registry,
  among?: readonly Property[],
): readonly Naming[] {
  const found = note?.naming ?? known.get(record)
  if (found) return found
  let naming: Naming[] | undefined
  for (const property of among ?? layoutOf(entity).referring) {
    const { name, kind } = property
    if (!kind.references || isUnset(property, record.values[name])) continue
    const names = kind.references(record.values[name], property, registry)
    if (naming) naming.push({ property, names })
    else naming = [{ property, names }]
  }
  known.set(record, naming ?? nothing)
  return naming ?? nothing
}

/** The value of the copy's field, in core's form. */
export function repointedValue({ record }: Member, property: Property, places: Places, registry: Registry): unknown {
  const { kind, name } = property
  return kind.repoint?.(record.values[name], property, places, registry, record.values) ?? record.values[name]
}

/** The value of the copy's field, as an author would send it. */
export function repointed(member: Member, property: Property, places: Places, registry: Registry): unknown {
  return presentValue(property, toColumn(property, repointedValue(member, property, places, registry)), registry)
}

/** An issue for a field that would still reference the original: a plugin type that does not declare its ids. `held`: the copy's value. */
export function staleIn(member: Member, property: Property, places: Places, registry: Registry, held?: unknown): Issue | null {
  const { kind, name, label } = property
  if (isWeakReference(property)) return null
  const { values } = member.record
  const stale = kind.references!(held ?? repointedValue(member, property, places, registry), property, registry).find((one) =>
    places.isReplaced(one.entity, one.id),
  )
  if (!stale) return null
  const message =
    `Field ${label} of ${nameRecord(member.entity, values)} names ${stale.entity} ${stale.id} through a type ` +
    'that does not say which of its arguments are ids, so a copy of it cannot be made.'
  return { field: name, code: 'NOT_COPIED', message }
}
