// Changes columns of many records with one statement: of all records that match a condition, or of records created in this unit.
import { SystemError, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import { quoteName, splitIntoPortions, toInList, type SqlParameter } from '../database/dialect.js'
import type { Unit } from '../unit-of-work/transaction.js'
import { type EntityLayout, getLayout, toColumnValue, presentValue } from '../record/present.js'
import type { ColumnCondition } from '../record/load.js'
import { hasObserver, purge } from './purge.js'
import { isAudited, auditChange } from '../audit-trail.js'
import { insertReferences } from './store.js'
import { createColumnUpdate } from './draft.js'
import { rowsPerInsert } from './write.js'

type Fields = Readonly<Record<string, unknown>>

export interface ConditionalUpdate {
  readonly where: Pick<ColumnCondition, 'column' | 'values' | 'of'>
  /** Values that a record must have. Other records stay unchanged. */
  readonly expected?: Fields
  readonly fields: Fields
}

/** Rejects properties whose change affects more than their stored column. */
function requirePlainColumns(
  { entity, shape }: { readonly entity: Entity; readonly shape: EntityLayout },
  names: string[],
): void {
  const { stored, folded, filed, indexed, ordering, tracked } = shape
  const joined = new Set(entity.unique?.flat())
  const isPlain = (name: string): boolean => {
    const property = stored.find((candidate) => candidate.name === name)
    if (property === undefined || property === ordering || tracked.includes(property)) return false
    if (folded.includes(property) || filed.includes(property) || joined.has(name)) return false
    return property.apiSensitive !== true && !indexed.has(property)
  }
  const unsuitable = names.filter((name) => !isPlain(name))
  if (unsuitable.length === 0 && entity.topic === null && !entity.afterStore && !entity.exclusive) return
  throw new SystemError(
    `Records of '${entity.name}' cannot be changed by a condition: ${unsuitable.join(', ') || 'entity'}. Write each record.`,
  )
}

/**
 * Changes all matching records in the open unit and returns their number. Of concurrent callers with the same expected values, one
 * changes a record; the others wait for its commit and change nothing. VALIDATION_FAILED for values that the property's kind rejects.
 */
export async function updateWhere(
  context: Context,
  u: Unit,
  entityName: string,
  { where: rowCondition, expected = {}, fields }: ConditionalUpdate,
): Promise<number> {
  const entity = requireEntity(context.registry, entityName)
  const shape = getLayout(entity)
  const names = Object.keys(fields)
  requirePlainColumns({ entity, shape }, names)
  const issues = names.flatMap((field) => {
    const property = entity.properties[field]!
    return property.kind.validate(fields[field], property, context.registry).map((refusal) => ({ field, ...refusal }))
  })
  if (issues.length > 0) throw new ValidationError(issues)
  const columnsOf = (values: Fields): readonly SqlParameter[] =>
    Object.entries(values).map(([name, value]) => toColumnValue(entity.properties[name]!, value))
  const { column, of } = rowCondition
  const conditions = [
    // MariaDB reads, locks and compares every row of the table for `IN (SELECT …)` in an UPDATE.
    of === undefined
      ? `${quoteName(column)} IN (${rowCondition.values.map(() => '?').join(', ')})`
      : `${quoteName(column)} = (${of})`,
    ...Object.keys(expected).map((name) => `${quoteName(name)} = ?`),
  ]
  const condition = `WHERE ${conditions.join(' AND ')}`
  const params = [...rowCondition.values, ...columnsOf(expected)]
  // The locks keep the set of rows unchanged for the update.
  const rows = await lockMatchingRows(context, u, shape, names, { condition, params })
  const set = [...names.map((name) => `${quoteName(name)} = ?`), 'revision = revision + 1'].join(', ')
  const { affected } = await u.run(`UPDATE ${shape.table} SET ${set} ${condition}`, [...columnsOf(fields), ...params])
  for (const row of rows) {
    const id = Number(row['id'])
    const before = Object.fromEntries(names.map((name) => [name, presentValue(entity.properties[name]!, row[name])]))
    if (isAudited(context)) await auditChange(context, u, { entity, id, before, after: fields })
    u.afterCommit(() => purge(context, [], 'onSvcStoreRecord', { entity: entity.name, id, inserted: false }))
  }
  return affected
}

/** The records to change, locked. Empty if neither the audit trail nor an observer needs them. */
async function lockMatchingRows(
  context: Context,
  u: Unit,
  { table }: EntityLayout,
  names: readonly string[],
  { condition, params }: { readonly condition: string; readonly params: readonly SqlParameter[] },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (!hasObserver(context, 'onSvcStoreRecord') && !isAudited(context)) return []
  const columns = ['id', ...names].map(quoteName).join(', ')
  return u.query(`SELECT ${columns} FROM ${table} ${condition} ORDER BY id ${u.dialect.forUpdate}`, params)
}

/**
 * True if `fillDeferredField` can fill the field: it contains ids inside a structured value. With `columns`, also fields whose id has
 * its own column. The foreign key checks those, so the caller must know that the record exists.
 */
export function isDeferrableField(
  { context, entity }: { readonly context: Context; readonly entity: Entity },
  name: string,
  { columns = false } = {},
): boolean {
  const { kind } = entity.properties[name]!
  return kind.references !== undefined && (columns || !kind.referenceColumn) && !isAudited(context)
}

/**
 * Fills fields of records that `writeEntityRecords` created in the same unit and that refer to records created later. The values must
 * already be validated and in core's internal form.
 */
export async function fillDeferredField(
  context: Context,
  entityName: string,
  name: string,
  values: readonly { readonly id: number; readonly value: unknown }[],
  options: { readonly unit: Unit },
): Promise<void> {
  const u = options.unit
  const entity = requireEntity(context.registry, entityName)
  const { owners, table, tracked } = getLayout(entity)
  const property = entity.properties[name]!
  if (owners.some((join) => join.property === name)) u.identityMap.addOwnerChange(entity)
  for (const portion of splitIntoPortions(values, rowsPerInsert)) {
    const cases = portion.flatMap(({ id, value }): SqlParameter[] => [id, toColumnValue(property, value)])
    const { sql, params } = toInList(portion.map(({ id }) => id))
    const set = `${quoteName(name)} = CASE id ${'WHEN ? THEN ? '.repeat(portion.length)}END`
    const changes = new Map(portion.map(({ id, value }) => [id, createColumnUpdate(property, value)]))
    await u.identityMap.changeRowsTo(entity, changes, () =>
      u.run(`UPDATE ${table} SET ${set} WHERE id IN ${sql}`, [...cases, ...params]),
    )
    if (tracked.includes(property)) await insertReferences(u, context.registry, entity, property, portion)
  }
}
