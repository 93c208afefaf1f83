// Bulk creation of parts of a new record, such as the lines of an order: runs all five write steps, with many rows per statement.
import { SystemError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import { quote } from '../database/dialect.js'
import { toInList, splitIntoPortions } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import { addCreatedRecords } from '../record/identity-map.js'
import { getLayout } from '../record/layout.js'
import type { LoadedRecord } from '../record/load.js'
import { toColumnValue } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { insertDrafts, rowsPerInsert } from './insert-drafts.js'
import { clearPositionCache } from './last-position.js'
import { prepareNewDraft } from './new-draft.js'
import { hasObserver, purge } from './purge.js'
import { isTrackedReference } from './store-references.js'
import { validateNewDrafts } from './validate-data.js'
import { createWriteTask } from './write.js'
import { buildLoadedRecord } from './stored-record.js'

/** Dependent rows and sort positions need the row's id at once. Such records must be written one by one. */
function requirePlainRows({ context, entity, shape }: WriteTask, drafts: readonly Draft[]): void {
  const { name, topic, afterStore, unique } = entity
  const refers = shape.referring
    .filter(isTrackedReference)
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
  const task = await createWriteTask(context, u, entityName, { ...options, internal: true, trusted: true })
  const drafts: Draft[] = []
  for (const input of inputs) {
    const prepared = prepareNewDraft(task, input)
    drafts.push(prepared instanceof Promise ? await prepared : prepared)
  }
  requirePlainRows(task, drafts)
  const issues = await validateNewDrafts(task, drafts)
  if (issues.length > 0) throw new ValidationError(issues)
  const ids = await withErrorTrail('store', () => insertParts(task, drafts))
  if (hasObserver(context, 'onSvcStoreRecord')) u.afterCommit(() => emitPartEvents(context, task.entity, drafts, ids))
  return (
    ids &&
    drafts.map((draft, index) => {
      const record = buildLoadedRecord(task, draft, ids[index]!)
      addCreatedRecords(u, task.entity, [record], { values: () => record.values, reading: () => () => record })
      return record
    })
  )
}

async function insertParts({ u, shape }: WriteTask, drafts: readonly Draft[]): Promise<readonly number[] | null> {
  const idPortions: (readonly number[] | null)[] = []
  for (const portion of splitIntoPortions(drafts, rowsPerInsert)) idPortions.push(await insertDrafts(u, shape, portion))
  clearPositionCache(u)
  const ids = idPortions.flatMap((portionIds) => portionIds ?? [])
  return ids.length === drafts.length ? ids : null
}

/** Queries ids that the database did not report only if an observer needs them. */
async function emitPartEvents(
  context: Context,
  entity: Entity,
  drafts: readonly Draft[],
  insertedIds: readonly number[] | null,
): Promise<void> {
  for (const id of insertedIds ?? (await readPartIds(context, entity, drafts))) {
    purge(context, [], 'onSvcStoreRecord', { entity: entity.name, id, inserted: true })
  }
}

async function readPartIds(context: Context, entity: Entity, drafts: readonly Draft[]): Promise<readonly number[]> {
  const property = findOwnerJoins(entity)[0]?.property
  if (property === undefined) return []
  const list = toInList([...new Set(drafts.map(({ record }) => toColumnValue(entity.properties[property]!, record[property])))])
  const sql = `SELECT id FROM ${getLayout(entity).table} WHERE ${quote(property)} IN ${list.sql} ORDER BY id`
  return (await context.database.query<{ id: number }>(sql, list.params)).map(({ id }) => id)
}
