// The write entry points: create and update in five steps, and updates of columns of many records with one statement.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addToErrorTrail, ValidationError, withErrorTrail, SystemError } from '../../foundation/errors.js'
import { getCurrentActor } from '../../foundation/actor.js'
import type { Entity, StoreScope } from '../../model/entity/define.js'
import { getJoinOptions } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, WriteOptions } from '../context.js'
import { type VersionedSnapshot, getVersionedSnapshot, storeTopic } from '../caches.js'
import { hasLongValue, requireActiveLanguage, requireOperation, type ColumnCondition } from '../record/load.js'
import { getLayout, toColumnValue, type EntityLayout, presentValue } from '../record/present.js'
import type { WriteResult } from '../record/results.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { auditWrite, auditChange } from '../audit-trail.js'
import { createCheckScope, lockRootRecord } from './related-records.js'
import type { Draft, WriteTask } from './draft.js'
import { prepareForStorage, prepareRichTexts } from './prepare-for-storage.js'
import { hasObserver, purge } from './purge.js'
import { removeEntityRecord } from './remove.js'
import { createColumnUpdate, insertReferences, storeRecords, type StoreResult, toRecordResult } from './store.js'
import { findDuplicateValues } from './unique-values.js'
import { validateData } from './validate-data.js'
import { createLabel, createMessage } from '../../foundation/message.js'
import { isId } from '../../model/properties/join.js'
import { quoteName, type SqlParameter, splitIntoPortions, toInList } from '../database/dialect.js'

/** Makes the parent's children equal the list, in its order. A child with an `id` is updated, a child without one is created. */
async function storeChildren(task: WriteTask, draft: Draft, scope: StoreScope): Promise<void> {
  const { entity, context } = task
  for (const [name, value] of draft.children) {
    const property = entity.properties[name]!
    const list = property.kind.children?.(property)
    const child = list && context.registry.owned(entity.name).find((owned) => owned.entity.name === list.entity)
    if (!child)
      throw ValidationError.of(name, createMessage('fields.notWritable', { field: createLabel('field', property.label) }))
    const items = (value ?? []) as readonly unknown[]
    const existingIds = new Set((await scope.find(child.entity.name, child.property, scope.recordId)).map((record) => record.id))
    const ordered = Object.hasOwn(child.entity.properties, 'ordering')
    for (const [index, item] of items.entries()) {
      if (typeof item !== 'object' || item === null) {
        throw ValidationError.of(
          `${name}[${index}]`,
          createMessage('fields.recordsRequired', {
            field: createLabel('field', property.label),
            entity: createLabel('entity', child.entity.label),
          }),
        )
      }
      const { id, ...fields } = item as { readonly id?: unknown; readonly [key: string]: unknown }
      const existingId = isId(id) && existingIds.delete(id) ? id : undefined
      if (id !== undefined && existingId === undefined) {
        const message = createMessage('fields.noChildWithId', {
          field: createLabel('field', property.label),
          entity: createLabel('entity', child.entity.label),
          id: String(id),
        })
        throw ValidationError.of(`${name}[${index}].id`, message, 'UNKNOWN_REFERENCE')
      }
      const input = { ...(ordered ? { ordering: index + 1 } : {}), ...fields, [child.property]: scope.recordId }
      await prefixIssueFields(`${name}[${index}]`, () => scope.write(child.entity.name, input, existingId))
    }
    for (const id of existingIds) await scope.remove(child.entity.name, id)
  }
}

/** Prefixes the fields of the issues with the path of the child. */
async function prefixIssueFields(place: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(error.issues.map((issue) => ({ ...issue, field: `${place}.${issue.field}` })))
  }
}

/** The siblings: records of the same parent, or of the whole table if there is no parent. */
interface SiblingCondition {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** True if a position was sent that another record may have. */
function canPositionCollide({ u, entity, options, shape }: WriteTask, { existing, record, sent }: Draft): boolean {
  if (shape.ordering === undefined || options.trusted || options.exactly) return false
  if (!sent.has('ordering') || typeof record['ordering'] !== 'number') return false
  const last = existing === null ? u.identityMap.getLastPosition(entity, record) : undefined
  return last === undefined || last >= record['ordering']
}

/**
 * Shifts siblings if one of them already has the sent position. For a record that stays in its parent, shifts the siblings
 * between the old and the new position by one. For a new record, shifts all siblings from the position on.
 */
async function shiftSiblings(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, shape } = task
  const { existing, record } = draft
  const place = record['ordering'] as number
  const parent = shape.orderingParent
  const owner = parent === null ? null : toColumnValue(entity.properties[parent]!, record[parent])
  const stays = existing !== null && (parent === null || existing.row[parent] === owner)
  const before = stays ? existing.values.ordering : null
  if (before === place) return
  await lockSiblings(task, parent, owner)
  const row: SiblingCondition = {
    sql: `${parent === null ? '' : `${quoteName(parent)} = ? AND `}id <> ?`,
    params: [...(parent === null ? [] : [owner]), existing?.id ?? 0],
  }
  const rowsAtPosition = await u.query(`SELECT id FROM ${shape.table} WHERE ${row.sql} AND ordering = ? LIMIT 1`, [
    ...row.params,
    place,
  ])
  if (rowsAtPosition.length === 0) return
  const [range, params, step] =
    typeof before !== 'number'
      ? ['ordering >= ?', [place], '+ 1']
      : before > place
        ? ['ordering >= ? AND ordering < ?', [place, before], '+ 1']
        : ['ordering > ? AND ordering <= ?', [before, place], '- 1']
  const move = `UPDATE ${shape.table} SET ordering = ordering ${step}, revision = revision + 1 WHERE ${row.sql} AND ${range}`
  await u.run(move, [...row.params, ...params])
}

/** Serializes moves within one parent. Otherwise two moves could both find the same position free. */
async function lockSiblings({ u, entity, shape, context }: WriteTask, parent: string | null, owner: SqlParameter): Promise<void> {
  if (u.dialect.forUpdate === '') return
  const join = parent === null ? null : getJoinOptions(entity.properties[parent]!)
  const target = join && context.registry.entities.get(join.entity)
  if (target) await u.query(`SELECT id FROM ${quoteName(target.table)} WHERE id = ? ${u.dialect.forUpdate}`, [owner])
  else await u.query(`SELECT id FROM ${shape.table} ORDER BY id LIMIT 1 ${u.dialect.forUpdate}`)
}

/** The maximum number of rows in one statement. Keeps the number of parameters below the limits of both databases. */
export const rowsPerInsert = 64

type Values = Readonly<Record<string, unknown>>

export interface RecordInput {
  readonly fields: Values
  /** For imports: the id of the new record. It must be free. Set it for all records or for none. */
  readonly id?: number | undefined
}

/**
 * Creates a record, or changes the record `options.id`. Runs in one unit, in the open one if there is one; step
 * five runs after its commit. docs/explanation/write-path.md describes the steps. Throws VALIDATION_FAILED with all issues,
 * NOT_FOUND or PRECONDITION_FAILED. A failure in the store step carries an error trail.
 */
export async function writeEntityRecord(
  context: Context,
  entityName: string,
  input: Values,
  options: WriteOptions = {},
): Promise<WriteResult> {
  const [result] = await writeEntityRecords(context, entityName, [{ fields: input, id: undefined }], options)
  return result!
}

/**
 * Writes several records of one entity like `writeEntityRecord`, in order and in one unit. Many new records share a statement if
 * `canShareInsert` is true for them. Throws VALIDATION_FAILED with the issues of a whole portion before it stores a row of that
 * portion. Earlier portions stay stored until the unit rolls back.
 */
export async function writeEntityRecords(
  context: Context,
  entityName: string,
  records: readonly RecordInput[],
  options: WriteOptions = {},
): Promise<readonly WriteResult[]> {
  const entity = requireEntity(context.registry, entityName)
  if (!options.internal) requireOperation(entity, options.id === undefined ? 'create' : 'update')
  if (!options.unit) for (const { fields } of records) await prepareRichTexts(context, entity, fields)
  const on = options.unit ?? context.database
  return await unit(on, async (u) => writeInUnit(await createWriteTask(context, u, entityName, options), records), {
    dryRun: options.dryRun,
  })
}

/** True if one statement can insert the record together with others: it is validated without its siblings and has only rows. */
export function canShareInsert(entity: Entity, fields: Values): boolean {
  if (entity.afterStore || entity.unique || entity.prepare || getLayout(entity).owners.length !== 1) return false
  return !entity.validate || entity.isAlone?.(fields) === true
}

async function writeInUnit(task: WriteTask, records: readonly RecordInput[]): Promise<readonly WriteResult[]> {
  const { u, entity, options } = task
  const { returningClause, hasConsecutiveIds } = u.dialect
  const portionSize =
    records.length > 1 &&
    options.id === undefined &&
    (returningClause !== null || hasConsecutiveIds) &&
    records.every(({ fields }) => canShareInsert(entity, fields))
      ? rowsPerInsert
      : 1
  const results: WriteResult[] = []
  let portion: Draft[] = []
  let isLong = false
  const writePortion = async (canCollide: boolean): Promise<void> => {
    if (portion.length > 0) results.push(...(await validateAndStore(task, portion, { isLong, canCollide })))
    portion = []
    isLong = false
  }
  for (const { fields, id: newId } of records) {
    const draft = await prepareForStorage(task, fields, newId)
    if (entity.exclusive) await lockRootRecord(task, draft)
    // Earlier records must be stored before their siblings are shifted. A new last position is noted for the next draft.
    const canCollide = canPositionCollide(task, draft)
    if (canCollide) await writePortion(false)
    else if (draft.existing === null) u.identityMap.addPosition(entity, draft.record, draft.sent.has('ordering'))
    portion.push(draft)
    if (hasLongValue(fields)) isLong = true
    if (canCollide || portion.length === portionSize) await writePortion(canCollide)
  }
  await writePortion(false)
  return results
}

interface PortionOptions {
  /** True if an input has a long value. The event loop then gets a turn between the steps. */
  readonly isLong: boolean
  /** True if a sibling can have the sent position. The portion then has one record. */
  readonly canCollide: boolean
}

/** Steps three to five for one existing record, or for new records that one statement can insert. */
async function validateAndStore(
  task: WriteTask,
  drafts: readonly Draft[],
  { isLong, canCollide }: PortionOptions,
): Promise<readonly WriteResult[]> {
  const { context, u, entity, options } = task
  if (isLong) await nextTurn()
  const issues = await validateData(task, drafts)
  if (issues.length > 0) {
    u.identityMap.clearPositions()
    throw new ValidationError(issues)
  }
  if (isLong) await nextTurn()
  let stored: StoreResult
  try {
    stored = await storeWithChildren(task, drafts, canCollide)
  } catch (error) {
    throw addToErrorTrail('store', error)
  }
  const { ids } = stored
  if (isAudited(context)) for (const [index, draft] of drafts.entries()) await auditWrite(task, draft, ids[index]!)
  purgeAfterCommit(task, drafts, stored)
  if (isLong) await nextTurn()
  return drafts.map((draft, index) => {
    const id = ids[index]!
    const written = options.returning ? toRecordResult(task, draft, id) : null
    return { entity: entity.name, id, inserted: isInsert(draft), stored: draft.record, written: written ?? undefined }
  })
}

/** True if the audit trail is on and the request has an actor. */
const isAudited = ({ auditDays }: Context): boolean => auditDays > 0 && getCurrentActor() !== null

/** Step two of five: decides whether the record is new. */
function isInsert(draft: Draft): boolean {
  return draft.existing === null
}

/** Stores the rows with their dependent rows. For a single record also its children, and runs `afterStore` and the record's effect. */
async function storeWithChildren(task: WriteTask, drafts: readonly Draft[], canCollide: boolean): Promise<StoreResult> {
  const { entity, options } = task
  const [draft] = drafts
  let stored: StoreResult
  try {
    if (canCollide) await withErrorTrail('order', () => shiftSiblings(task, draft!))
    stored = await storeRecords(task, drafts)
  } catch (error) {
    throw await toDuplicateError(task, draft!, error)
  }
  const [id] = stored.ids
  if (draft!.children.size > 0) await storeChildren(task, draft!, createStoreScope(task, draft!, id!, options.internal ?? false))
  const { afterStore } = entity
  if (afterStore)
    await withErrorTrail('afterStore', async () => afterStore(createStoreScope(task, draft!, id!, true), isInsert(draft!)))
  const effect = task.context.recordEffects.get(entity.name)
  if (effect) await withErrorTrail('recordEffect', () => effect(task.context, { unit: task.u, before: task.snapshot }))
  return stored
}

/** Turns a unique-key conflict with a concurrent write into a validation error. */
async function toDuplicateError(task: WriteTask, draft: Draft, error: unknown): Promise<unknown> {
  if (!task.u.dialect.isDuplicate(error)) return error
  const issues = await findDuplicateValues(task, draft)
  return issues.length === 0 ? error : new ValidationError(issues)
}

/** Set `internal` for the entity's own writes, not for input of a caller. */
function createStoreScope(task: WriteTask, draft: Draft, recordId: number, internal: boolean): StoreScope {
  const { context, u, entity, options } = task
  const inner = { unit: u, internal, versionedSnapshot: options.versionedSnapshot }
  return {
    ...createCheckScope(task, entity, recordId, draft.record),
    recordId,
    write: async (name, fields, id) => (await writeEntityRecord(context, name, fields, { ...inner, id })).id,
    remove: (name, id) => removeEntityRecord(context, name, id, { unit: u, internal }),
  }
}

/** Captures only ids until the commit. Thousands of captured drafts would slow down each garbage collection. */
function purgeAfterCommit(
  { context, u, entity: { name } }: WriteTask,
  [first]: readonly Draft[],
  { ids, topics }: StoreResult,
): void {
  const inserted = isInsert(first!)
  if (topics.length === 0 && !hasObserver(context, 'onSvcStoreRecord')) return
  u.afterCommit(() => {
    for (const id of ids) purge(context, topics, 'onSvcStoreRecord', { entity: name, id, inserted })
  })
}

export async function createWriteTask(context: Context, u: Unit, entityName: string, options: WriteOptions): Promise<WriteTask> {
  const entity = requireEntity(context.registry, entityName)
  const { snapshot } = getUsableSnapshot(u, options) ?? (await getVersionedSnapshot(context, u))
  const language = requireActiveLanguage(snapshot.languages, options.language)
  return {
    context,
    u,
    snapshot,
    entity,
    shape: getLayout(entity),
    options,
    internal: options.internal,
    language,
    owners: new Map(),
    locked: new Set(),
  }
}

/** The caller's snapshot of the shop settings, unless the unit has changed them. */
const getUsableSnapshot = (u: Unit, { versionedSnapshot: snapshot }: WriteOptions): VersionedSnapshot | undefined =>
  snapshot && !u.changeSet.isVersionRaised(storeTopic) ? snapshot : undefined

/** A change of columns of all records that match a condition. */
export interface ConditionalUpdate {
  readonly where: Pick<ColumnCondition, 'column' | 'values' | 'of'>
  /** Values that a record must have. Other records stay unchanged. */
  readonly expected?: Values
  readonly fields: Values
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
  const columnsOf = (values: Values): readonly SqlParameter[] =>
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
