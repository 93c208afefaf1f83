// The fields of a copy: those of the original, naming the copies of what the original names.
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

/** The last place among its neighbours is where a copy goes. */
const unasked = 'ordering'

/** Everything that is the same in the copy. */
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

/** Rules and formulas are long to read, and an import asks several times; a record that was read stays as it is. */
const known = new WeakMap<Member['record'], readonly Naming[]>()
const nothing: readonly Naming[] = []

/** A record of which somebody has noted already what it names. */
interface Noted extends Member {
  readonly note?: { readonly naming?: readonly Naming[] }
}

/** The properties in which the original holds ids, with those ids. `among`: those that hold something, where that is known. */
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

/** What the field of a copy holds, as core holds it. */
export function repointedValue({ record }: Member, property: Property, places: Places, registry: Registry): unknown {
  const { kind, name } = property
  return kind.repoint?.(record.values[name], property, places, registry, record.values) ?? record.values[name]
}

/** What the field of a copy is given, as its author would write it. */
export function repointed(member: Member, property: Property, places: Places, registry: Registry): unknown {
  return presentValue(property, toColumn(property, repointedValue(member, property, places, registry)), registry)
}

/** An issue for a field that would still name a part of the original: a plugged-in type that does not tell its ids apart. `held`: what the copy holds, where that is known. */
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
