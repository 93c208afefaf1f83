// What a new record starts with where nothing was sent: declared defaults, and the last place among its neighbours.
import type { Property } from '../../foundation/property/kind.js'
import type { Platform } from '../../foundation/property/options.js'
import { findOrderingParent } from '../../model/entity/ownership.js'
import { quote } from '../database/dialect.js'
import { flatKeysOf } from '../record/flat-keys.js'
import type { EntityLayout } from '../record/layout.js'
import { isUnset, toColumn } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { lastPlace } from './last-place.js'

/** What is asked of where a record is made. */
interface StartsOn {
  readonly context: { readonly platform: Platform }
}

/** The prepared default on this host; null where there is none, or where the property itself would reject it (spec 2.4). */
export function startingValue(property: Property, { context: { platform } }: StartsOn): unknown {
  const declared = property.platformDefaults
  const value = declared && Object.hasOwn(declared, platform) ? declared[platform] : property.default
  if (value === undefined || value === null) return null
  const prepared = property.kind.prepare(value, property)
  return property.kind.validate(prepared, property).length > 0 ? null : prepared
}

interface Starts {
  readonly languages: readonly string[]
  readonly platform: Platform
  readonly fields: readonly { readonly key: string; readonly property: Property; readonly value: unknown }[]
}

const starts = new WeakMap<EntityLayout, Starts>()

/** The fields that have a default, worked out once: most have none. */
export function startsOf(task: WriteTask): Starts['fields'] {
  const { entity, shape, snapshot, context } = task
  const { languages } = snapshot
  const known = starts.get(shape)
  if (known?.languages === languages && known.platform === context.platform) return known.fields
  const keys = [...shape.stored.map((property) => ({ key: property.name, property })), ...flatKeysOf(entity, languages).values()]
  const fields = keys.flatMap(({ key, property }) => {
    const value = startingValue(property, task)
    return value === null ? [] : [{ key, property, value }]
  })
  starts.set(shape, { languages, platform: context.platform, fields })
  return fields
}

/** Fills empty fields of a new record with their defaults. */
export function fillDefaults(task: WriteTask, draft: Draft): void {
  for (const { key, property, value } of startsOf(task)) {
    if (!isUnset(property, draft.record[key]) || (task.options.judged && draft.sent.has(key))) continue
    draft.record[key] = value
    draft.changed.add(key)
    draft.defaulted.add(key)
  }
}

/** Puts a new record of an orderable entity last in its parent (domain §1), where `fillKnownOrdering` cannot. */
export async function fillOrdering(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, shape } = task
  const parent = findOrderingParent(entity)
  const property = parent === null ? undefined : entity.properties[parent]
  const sql = `SELECT MAX(ordering) AS last FROM ${shape.table}`
  const rows = property
    ? await u.query(`${sql} WHERE ${quote(property.name)} = ?`, [toColumn(property, draft.record[property.name])])
    : await u.query(sql)
  putLast(draft, Number(rows[0]?.last ?? 0))
}

/** The same where the unit knows the last place, or there is none to fill or one was sent; false where the database has to be asked. */
export function fillKnownOrdering({ u, entity, shape: { ordering } }: WriteTask, draft: Draft): boolean {
  if (!ordering || !isUnset(ordering, draft.record.ordering)) return true
  const parent = findOrderingParent(entity)
  if (parent !== null && typeof draft.record[parent] !== 'number') return true
  const known = lastPlace(u, entity, draft.record)
  if (known === undefined) return false
  putLast(draft, known)
  return true
}

function putLast({ record, changed }: Draft, last: number): void {
  record.ordering = last + 1
  changed.add('ordering')
}
