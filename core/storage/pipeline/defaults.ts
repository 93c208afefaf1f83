// Fills a new record: declared default values, and the last position among its siblings.
import type { Property, Platform } from '../../foundation/property/kind.js'
import { findOrderingParent } from '../../model/entity/ownership.js'
import { quoteName } from '../database/dialect.js'
import { getFlatKeys, type EntityLayout, isUnset, toColumnValue } from '../record/layout.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { Draft, WriteTask } from './draft.js'

/** The context that selects a default value. */
interface DefaultContext {
  readonly context: { readonly platform: Platform }
}

/** The prepared default on this platform. null if there is none or the property itself rejects it. */
export function resolveDefaultValue(property: Property, { context: { platform } }: DefaultContext): unknown {
  const declared = property.platformDefaults
  const value = declared && Object.hasOwn(declared, platform) ? declared[platform] : property.default
  if (value === undefined || value === null) return null
  const prepared = property.kind.prepare(value, property)
  return property.kind.validate(prepared, property).length > 0 ? null : prepared
}

interface DefaultFields {
  readonly languages: readonly string[]
  readonly platform: Platform
  readonly fields: readonly { readonly key: string; readonly property: Property; readonly value: unknown }[]
}

const defaultFieldsCache = new WeakMap<EntityLayout, DefaultFields>()

/** The fields that have a default. Cached, because most fields have none. */
function listDefaultFields(task: WriteTask): DefaultFields['fields'] {
  const { entity, shape, snapshot, context } = task
  const { languages } = snapshot
  const cachedFields = defaultFieldsCache.get(shape)
  if (cachedFields?.languages === languages && cachedFields.platform === context.platform) return cachedFields.fields
  const keys = [...shape.stored.map((property) => ({ key: property.name, property })), ...getFlatKeys(entity, languages).values()]
  const fields = keys.flatMap(({ key, property }) => {
    const value = resolveDefaultValue(property, task)
    return value === null ? [] : [{ key, property, value }]
  })
  defaultFieldsCache.set(shape, { languages, platform: context.platform, fields })
  return fields
}

/** Fills empty fields of a new record with their defaults. */
export function fillDefaults(task: WriteTask, draft: Draft): void {
  for (const { key, property, value } of listDefaultFields(task)) {
    if (!isUnset(property, draft.record[key]) || (task.options.preValidated && draft.sent.has(key))) continue
    draft.record[key] = value
    draft.changed.add(key)
    draft.defaulted.add(key)
  }
}

/** Puts a new record of an orderable entity last in its parent. Needs no query if the unit knows the last position. */
export async function fillOrdering({ u, entity, shape }: WriteTask, { record, changed }: Draft): Promise<void> {
  if (!shape.ordering || !isUnset(shape.ordering, record.ordering)) return
  const parent = findOrderingParent(entity)
  if (parent !== null && typeof record[parent] !== 'number') return
  const last = u.identityMap.getLastPosition(entity, record) ?? (await queryLastPosition(u, shape, parent, record))
  record.ordering = last + 1
  changed.add('ordering')
}

async function queryLastPosition(
  u: Unit,
  { entity, table }: EntityLayout,
  parent: string | null,
  record: Draft['record'],
): Promise<number> {
  const sql = `SELECT MAX(ordering) AS last FROM ${table}`
  const rows =
    parent === null
      ? await u.query(sql)
      : await u.query(`${sql} WHERE ${quoteName(parent)} = ?`, [toColumnValue(entity.properties[parent]!, record[parent])])
  return Number(rows[0]?.last ?? 0)
}
