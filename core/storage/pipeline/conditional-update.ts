// Changes columns of all records that match a condition with one statement. Audit trail and observers get each changed record.
import { SystemError, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findIndexedProperties } from '../../model/entity/indexed-texts.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import { quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import { type EntityLayout, getLayout } from '../record/layout.js'
import type { ColumnCondition } from '../record/load.js'
import { presentValue } from '../record/present.js'
import { toColumnValue } from '../record/values.js'
import { hasObserver, purge } from './purge.js'
import { isTrackedReference } from './store-references.js'
import { isAudited, auditChange } from './audit-entries.js'

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
  const { stored, folded, filed, ordering } = shape
  const joined = new Set(entity.unique?.flat())
  const isPlain = (name: string): boolean => {
    const property = stored.find((candidate) => candidate.name === name)
    if (property === undefined || property === ordering || isTrackedReference(property)) return false
    if (folded.includes(property) || filed.includes(property) || joined.has(name)) return false
    return property.apiSensitive !== true && !findIndexedProperties(entity).has(property)
  }
  const unsuitable = names.filter((name) => !isPlain(name))
  if (unsuitable.length === 0 && entity.topic === null && !entity.afterStore && !entity.exclusive) return
  throw new SystemError(
    `Records of '${entity.name}' cannot be changed by a condition: ${unsuitable.join(', ') || 'entity'}. Write each.`,
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
    return property.kind.validate(fields[field], property).map((refusal) => ({ field, ...refusal }))
  })
  if (issues.length > 0) throw new ValidationError(issues)
  const columnsOf = (values: Fields): readonly SqlParameter[] =>
    Object.entries(values).map(([name, value]) => toColumnValue(entity.properties[name]!, value))
  const values = rowCondition.of === undefined ? rowCondition.values.map(() => '?').join(', ') : rowCondition.of
  const conditions = [
    `${quote(rowCondition.column)} IN (${values})`,
    ...Object.keys(expected).map((name) => `${quote(name)} = ?`),
  ]
  const condition = `WHERE ${conditions.join(' AND ')}`
  const params = [...rowCondition.values, ...columnsOf(expected)]
  // Sends both statements at once. The locks of the first keep the set of rows unchanged for the second.
  const changing = lockMatchingRows(context, u, shape, names, { condition, params })
  const set = [...names.map((name) => `${quote(name)} = ?`), 'revision = revision + 1'].join(', ')
  const updating = u.run(`UPDATE ${shape.table} SET ${set} ${condition}`, [...columnsOf(fields), ...params])
  const [rows, { affected }] = await Promise.all([changing, updating])
  for (const row of rows) {
    const id = Number(row['id'])
    const before = Object.fromEntries(names.map((name) => [name, presentValue(entity.properties[name]!, row[name])]))
    if (isAudited(context)) auditChange(context, u, { entity, id, before, after: fields })
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
  const columns = ['id', ...names].map(quote).join(', ')
  return u.query(`SELECT ${columns} FROM ${table} ${condition} ORDER BY id ${u.dialect.forUpdate}`, params)
}
