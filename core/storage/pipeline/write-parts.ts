// Bulk creation of parts of a new record, such as the lines of an order: runs all five write steps, with many rows per statement.
import { SystemError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import { quote } from '../database/dialect.js'
import { inList, portions } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import { holdMade } from '../record/held.js'
import { layoutOf } from '../record/layout.js'
import type { LoadedRecord } from '../record/load.js'
import { toColumn } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { insertDrafts, rowsAtOnce } from './insert-drafts.js'
import { forgetPlaces } from './last-place.js'
import { prepareNew } from './new-draft.js'
import { isObserved, purge } from './purge.js'
import { isTracked } from './store-references.js'
import { validateAll } from './validate-data.js'
import { taskOf } from './write.js'
import { writtenForCore } from './written.js'

/** Dependent rows and sort positions need the row's id at once. Such records must be written one by one. */
function requirePlainRows({ context, entity, shape }: WriteTask, drafts: readonly Draft[]): void {
  const { name, topic, afterStore, unique } = entity
  const refers = shape.referring
    .filter(isTracked)
    .some((property) =>
      drafts.some(({ record }) => property.kind.references!(record[property.name], property, context.registry).length > 0),
    )
  if (topic === null && !afterStore && !unique && shape.translatable.length === 0 && !refers) return
  throw new SystemError(`Records of '${name}' have more than a row each, so they are written one by one.`)
}

/**
 * Stores new records of one entity, in order, in the open unit. Their ids ascend. Their parent is new in this unit, so they have
 * no existing siblings. Throws VALIDATION_FAILED with all issues. Returns the records as a read would, or null if the database
 * does not report the ids.
 */
export async function writeParts(
  context: Context,
  entityName: string,
  inputs: readonly Readonly<Record<string, unknown>>[],
  options: WriteOptions & { readonly unit: Unit },
): Promise<readonly LoadedRecord[] | null> {
  if (inputs.length === 0) return []
  const u = options.unit
  const task = await taskOf(context, u, entityName, { ...options, internal: true, trusted: true })
  const drafts: Draft[] = []
  for (const input of inputs) {
    const prepared = prepareNew(task, input)
    drafts.push(prepared instanceof Promise ? await prepared : prepared)
  }
  requirePlainRows(task, drafts)
  const issues = await validateAll(task, drafts)
  if (issues.length > 0) throw new ValidationError(issues)
  const ids = await withErrorTrail('store', () => insertAll(task, drafts))
  if (isObserved(context, 'onSvcStoreRecord')) u.afterCommit(() => tellOf(context, task.entity, drafts, ids))
  return (
    ids &&
    drafts.map((draft, index) => {
      const written = writtenForCore(task, draft, ids[index]!)
      holdMade(u, task.entity, [written], { values: () => written.values, reading: () => () => written })
      return written
    })
  )
}

async function insertAll({ u, shape }: WriteTask, drafts: readonly Draft[]): Promise<readonly number[] | null> {
  const told: (readonly number[] | null)[] = []
  for (const some of portions(drafts, rowsAtOnce)) told.push(await insertDrafts(u, shape, some))
  forgetPlaces(u)
  const ids = told.flatMap((some) => some ?? [])
  return ids.length === drafts.length ? ids : null
}

/** Queries ids that the database did not report only if an observer needs them. */
async function tellOf(context: Context, entity: Entity, drafts: readonly Draft[], told: readonly number[] | null): Promise<void> {
  for (const id of told ?? (await idsOf(context, entity, drafts))) {
    purge(context, [], 'onSvcStoreRecord', { entity: entity.name, id, inserted: true })
  }
}

async function idsOf(context: Context, entity: Entity, drafts: readonly Draft[]): Promise<readonly number[]> {
  const property = findOwnerJoins(entity)[0]?.property
  if (property === undefined) return []
  const list = inList([...new Set(drafts.map(({ record }) => toColumn(entity.properties[property]!, record[property])))])
  const sql = `SELECT id FROM ${layoutOf(entity).table} WHERE ${quote(property)} IN ${list.sql} ORDER BY id`
  return (await context.database.query<{ id: number }>(sql, list.params)).map(({ id }) => id)
}
