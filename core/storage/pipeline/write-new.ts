// Bulk creation of records below new owners, as in an import: runs all five write steps, with many rows per statement.
import { SystemError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import { quote } from '../database/dialect.js'
import { inList, portions, type SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import type { Topic } from '../database/versions.js'
import { changingRowsTo, holdMade } from '../record/held.js'
import { toColumn } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { lockRoot } from './exclusive.js'
import { insertDrafts, rowsAtOnce } from './insert-drafts.js'
import { born, forgetPlaces, noteMove, placed } from './last-place.js'
import { prepareNew } from './new-draft.js'
import { isObserved, purge } from './purge.js'
import { isTracked, storeMentions } from './store-references.js'
import { storeTextsOf } from './store-texts.js'
import { bumpTopicsOf } from './topics.js'
import { isNoted, noteWrite } from './trail.js'
import { validateAll } from './validate-data.js'
import { taskOf } from './write.js'
import { readingOf, withColumn } from './written.js'

type Values = Readonly<Record<string, unknown>>

export interface NewRecord {
  readonly fields: Values
  /** The id to assign. It must be free. Set it for all records or for none. */
  readonly id?: number | undefined
}

export interface Written {
  readonly id: number
  /** The stored values. */
  readonly stored: Values
}

export type NewOptions = WriteOptions & { readonly unit: Unit }

/** True if one statement can write many records of the entity. `isAlone` decides for each record. */
export function isWrittenTogether(entity: Entity): boolean {
  return !entity.afterStore && !entity.unique && !entity.prepare && findOwnerJoins(entity).length === 1
}

/** True if the validation of a new record does not depend on its siblings. */
export const isAlone = (entity: Entity, fields: Values): boolean => !entity.validate || entity.isAlone?.(fields) === true

/**
 * Stores new records of one entity, in order, in the open unit. Their owners must not be visible outside the unit. Throws
 * VALIDATION_FAILED with the issues of a whole portion before it stores a row of that portion. Earlier portions stay stored.
 */
export async function writeNew(
  context: Context,
  entityName: string,
  records: readonly NewRecord[],
  options: NewOptions,
): Promise<readonly Written[]> {
  const task = await taskOf(context, options.unit, entityName, { ...options, internal: true })
  if (!isWrittenTogether(task.entity)) {
    throw new SystemError(`Records of '${entityName}' have more than rows and texts, so they are written one by one.`)
  }
  const written: Written[] = []
  for (const some of portions(records, rowsAtOnce)) written.push(...(await writeSome(task, some)))
  return written
}

async function writeSome(task: WriteTask, records: readonly NewRecord[]): Promise<readonly Written[]> {
  const { u, entity } = task
  const drafts: Draft[] = []
  const locks = entity.exclusive !== undefined && u.dialect.forUpdate !== ''
  for (const { fields } of records) {
    const prepared = prepareNew(task, fields)
    const draft = prepared instanceof Promise ? await prepared : prepared
    if (locks) await lockRoot(task, draft)
    placed(u, entity, draft)
    drafts.push(draft)
  }
  const issues = await validateAll(task, drafts)
  if (issues.length > 0) {
    forgetPlaces(u)
    throw new ValidationError(issues)
  }
  const given = records.flatMap(({ id }) => id ?? [])
  const { ids, topics } = await withErrorTrail('store', () => storeTogether(task, drafts, given.length === 0 ? null : given))
  tellAfterCommit(task, ids, topics)
  return drafts.map(({ record }, index) => ({ id: ids[index]!, stored: record }))
}

/** Captures only ids until the commit. Thousands of captured drafts would slow down each garbage collection. */
function tellAfterCommit({ u, context, entity }: WriteTask, ids: readonly number[], topics: ReadonlySet<Topic>): void {
  u.afterCommit(() => {
    for (const topic of topics) context.caches.forget(topic)
    if (!isObserved(context, 'onSvcStoreRecord')) return
    for (const id of ids) purge(context, [], 'onSvcStoreRecord', { entity: entity.name, id, inserted: true })
  })
}

async function storeTogether(
  task: WriteTask,
  drafts: readonly Draft[],
  given: readonly number[] | null,
): Promise<{ readonly ids: readonly number[]; readonly topics: ReadonlySet<Topic> }> {
  const { u, entity, shape } = task
  const told = await withErrorTrail('row', () => insertDrafts(u, shape, drafts, given))
  const ids = told ?? (await newestIds(task, drafts))
  const stored = drafts.map((draft, index) => ({ draft, id: ids[index]! }))
  storeTextsOf(task, stored)
  storeNew(task, stored)
  if (!given) for (const { id } of stored) born(u, entity, id)
  holdMade(u, entity, stored, { values: ({ draft }) => draft.record, reading: ({ draft, id }) => readingOf(task, draft, id) })
  const topics = await bumpTopicsOf(
    task,
    entity,
    stored.map(({ draft, id }) => ({ id, record: draft.record })),
  )
  if (isNoted(task.context)) for (const { draft, id } of stored) noteWrite(task, draft, id)
  return { ids, topics }
}

/** Rows inserted in order have ascending ids, and no other transaction inserts below these owners. */
async function newestIds({ u, entity, shape }: WriteTask, drafts: readonly Draft[]): Promise<readonly number[]> {
  const [join] = findOwnerJoins(entity)
  const property = entity.properties[join!.property]!
  const owners = inList([...new Set(drafts.map(({ record }) => toColumn(property, record[property.name])))])
  const sql = `SELECT id FROM ${shape.table} WHERE ${quote(property.name)} IN ${owners.sql} ORDER BY id DESC LIMIT ?`
  const rows = await u.query<{ id: number }>(sql, [...owners.params, drafts.length])
  return rows.map(({ id }) => id).reverse()
}

function storeNew(
  { u, context, entity, shape }: WriteTask,
  stored: readonly { readonly draft: Draft; readonly id: number }[],
): void {
  for (const property of shape.referring.filter(isTracked)) {
    const naming = stored.filter(({ draft }) => draft.changed.has(property.name))
    const mentions = naming.map(({ draft, id }) => ({ id, value: draft.record[property.name] }))
    if (mentions.length > 0) storeMentions(u, context.registry, entity, property, mentions)
  }
}

/**
 * True if `nameLater` can fill the field: it contains ids inside a structured value. With `columns`, also fields whose id has
 * its own column. The foreign key checks those, so the caller must know that the record exists.
 */
export function isNamedLater(
  { context, entity }: Pick<WriteTask, 'context' | 'entity'>,
  name: string,
  { columns = false } = {},
): boolean {
  const { kind } = entity.properties[name]!
  return kind.references !== undefined && (columns || !kind.referenceColumn) && !isNoted(context)
}

/**
 * Fills fields of records that `writeNew` created in the same unit and that refer to records created later. The values must
 * already be validated and in core's internal form.
 */
export async function nameLater(
  context: Context,
  entityName: string,
  name: string,
  values: readonly { readonly id: number; readonly value: unknown }[],
  options: NewOptions,
): Promise<void> {
  const { u, entity, shape } = await taskOf(context, options.unit, entityName, options)
  const property = entity.properties[name]!
  if (findOwnerJoins(entity).some((join) => join.property === name)) noteMove(u, entity)
  for (const some of portions(values, rowsAtOnce)) {
    const cases = some.flatMap(({ id, value }): SqlParameter[] => [id, toColumn(property, value)])
    const { sql, params } = inList(some.map(({ id }) => id))
    const set = `${quote(name)} = CASE id ${'WHEN ? THEN ? '.repeat(some.length)}END`
    const changes = new Map(some.map(({ id, value }) => [id, withColumn(property, value)]))
    await changingRowsTo(u, entity, changes, () =>
      u.run(`UPDATE ${shape.table} SET ${set} WHERE id IN ${sql}`, [...cases, ...params]),
    )
    if (isTracked(property)) storeMentions(u, context.registry, entity, property, some)
  }
}
