// The write entry point for create and update: runs the five steps of the specification in one transaction (spec 1, 2.4).
import { addToErrorTrail, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity, StoreScope } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Moment, WriteOptions } from '../context.js'
import { unit, type Unit } from '../database/unit.js'
import { isBumped } from '../database/versions.js'
import { momentOf, storeTopic } from '../record/moment.js'
import { activeLanguage, requireOperation } from '../record/refusals.js'
import { layoutOf } from '../record/layout.js'
import type { WriteResult } from '../record/results.js'
import { storeChildren } from './children.js'
import type { Draft, WriteTask } from './draft.js'
import { lockRoot } from './exclusive.js'
import { isInsert } from './is-insert.js'
import { prepareNew } from './new-draft.js'
import { isObserved, purge } from './purge.js'
import { remove } from './remove.js'
import { prepareRichTexts } from './rich-texts.js'
import { createCheckScope } from './scope.js'
import { store, type Stored } from './store.js'
import { noteWrite } from './trail.js'
import { takenValues } from './unique.js'
import { validateData } from './validate-data.js'
import { writtenRecord } from './written.js'

/**
 * Creates a record, or changes the record `options.id`. Runs in one unit, in the open one if there is one. Throws
 * VALIDATION_FAILED with all issues, NOT_FOUND or PRECONDITION_FAILED. A failure in the store step carries an error trail.
 */
export async function write(
  context: Context,
  entityName: string,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions = {},
): Promise<WriteResult> {
  const entity = requireEntity(context.registry, entityName)
  if (!options.internal) requireOperation(entity, options.id === undefined ? 'create' : 'update')
  if (!options.unit) await prepareRichTexts(context, entity, input)
  const on = options.unit ?? context.database
  return await unit(on, (u) => writeIn(u, context, entity, input, options), { dryRun: options.dryRun })
}

async function writeIn(
  u: Unit,
  context: Context,
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions,
): Promise<WriteResult> {
  const given = momentGiven(u, options)
  const task = taskUnder(given ?? (await momentOf(context, u)), context, u, entity, options)
  const prepared = prepareNew(task, input)
  const draft = prepared instanceof Promise ? await prepared : prepared
  const insert = isInsert(draft)
  if (entity.exclusive) await lockRoot(task, draft)
  const issues = await validateData(task, draft, insert)
  if (issues.length > 0) throw new ValidationError(issues)
  let stored: Stored
  try {
    stored = await storeAll(task, draft, insert)
  } catch (error) {
    throw addToErrorTrail('store', error)
  }
  const { id, topics } = stored
  noteWrite(task, draft, id)
  if (topics.length > 0 || isObserved(context, 'onSvcStoreRecord'))
    u.afterCommit(() => purge(context, topics, 'onSvcStoreRecord', { entity: entity.name, id, inserted: insert }))
  const written = options.returning ? writtenRecord(task, draft, id) : null
  return { entity: entity.name, id, inserted: insert, stored: draft.record, written: written ?? undefined }
}

/** The caller's snapshot of the shop settings, unless the unit has changed them. */
const momentGiven = (u: Unit, { moment }: WriteOptions): Moment | undefined =>
  moment && !isBumped(u, storeTopic) ? moment : undefined

function taskUnder({ snapshot }: Moment, context: Context, u: Unit, entity: Entity, options: WriteOptions): WriteTask {
  const language = activeLanguage(snapshot.languages, options.language)
  return { context, u, snapshot, entity, shape: layoutOf(entity), options, language, owners: new Map(), locked: new Set() }
}

export async function taskOf(context: Context, u: Unit, entityName: string, options: WriteOptions): Promise<WriteTask> {
  const entity = requireEntity(context.registry, entityName)
  return taskUnder(momentGiven(u, options) ?? (await momentOf(context, u)), context, u, entity, options)
}

/** Stores the row with its dependent rows, then its children, then runs the entity's `afterStore`. */
async function storeAll(task: WriteTask, draft: Draft, insert: boolean): Promise<Stored> {
  const { entity, options } = task
  let stored: Stored
  try {
    stored = await store(task, draft)
  } catch (error) {
    throw await takenMeanwhile(task, draft, error)
  }
  if (!entity.afterStore && draft.children.size === 0) return stored
  await storeChildren(task, draft, storeScope(task, draft, stored.id, options.internal ?? false))
  await withErrorTrail('afterStore', async () => entity.afterStore?.(storeScope(task, draft, stored.id, true), insert))
  return stored
}

/** Turns a unique-key conflict with a concurrent write into a validation error. */
async function takenMeanwhile(task: WriteTask, draft: Draft, error: unknown): Promise<unknown> {
  if (!task.u.dialect.isDuplicate(error)) return error
  const issues = await takenValues(task, draft)
  return issues.length === 0 ? error : new ValidationError(issues)
}

/** Set `internal` for the entity's own writes, not for input of a caller. */
function storeScope(task: WriteTask, draft: Draft, recordId: number, internal: boolean): StoreScope {
  const { context, u, entity, options } = task
  const inner = { unit: u, internal, moment: options.moment }
  return {
    ...createCheckScope(task, entity, recordId, draft.record),
    recordId,
    write: async (name, fields, id) => (await write(context, name, fields, { ...inner, id })).id,
    remove: (name, id) => remove(context, name, id, { unit: u, internal }),
  }
}
