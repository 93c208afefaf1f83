// The write entry point for create and update: runs the five steps (prepare, decide, validate, store, purge).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addToErrorTrail, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { hasLongValue } from '../../foundation/long-values.js'
import type { Entity, StoreScope } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, VersionedSnapshot, WriteOptions } from '../context.js'
import { unit, type Unit } from '../database/unit.js'
import { isVersionRaised } from '../database/versions.js'
import { getVersionedSnapshot, storeTopic } from '../record/versioned-snapshot.js'
import { requireActiveLanguage, requireOperation } from '../record/record-errors.js'
import { getLayout } from '../record/layout.js'
import type { WriteResult } from '../record/results.js'
import { storeChildren } from './children.js'
import type { Draft, WriteTask } from './draft.js'
import { lockRootRecord } from './root-lock.js'
import { isInsert } from './is-insert.js'
import { prepareNewDraft } from './new-draft.js'
import { hasObserver, purge } from './purge.js'
import { removeEntityRecord } from './remove.js'
import { prepareRichTexts } from './rich-texts.js'
import { createCheckScope } from './check-scope.js'
import { storeRecord, type StoreResult } from './store.js'
import { auditWrite } from './audit-entries.js'
import { findDuplicateValues } from './unique-values.js'
import { validateData } from './validate-data.js'
import { toRecordResult } from './stored-record.js'

/**
 * Creates a record, or changes the record `options.id`. Runs in one unit, in the open one if there is one; step
 * five runs after its commit. docs/explanation/architecture.md describes the steps. Throws VALIDATION_FAILED with all issues,
 * NOT_FOUND or PRECONDITION_FAILED. A failure in the store step carries an error trail.
 */
export async function writeEntityRecord(
  context: Context,
  entityName: string,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions = {},
): Promise<WriteResult> {
  const entity = requireEntity(context.registry, entityName)
  if (!options.internal) requireOperation(entity, options.id === undefined ? 'create' : 'update')
  if (!options.unit) await prepareRichTexts(context, entity, input)
  const on = options.unit ?? context.database
  return await unit(on, (u) => writeInUnit(u, context, entity, input, options), { dryRun: options.dryRun })
}

async function writeInUnit(
  u: Unit,
  context: Context,
  entity: Entity,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions,
): Promise<WriteResult> {
  const usableSnapshot = getUsableSnapshot(u, options)
  const task = createTaskAt(usableSnapshot ?? (await getVersionedSnapshot(context, u)), context, u, entity, options)
  const prepared = prepareNewDraft(task, input)
  const draft = prepared instanceof Promise ? await prepared : prepared
  const insert = isInsert(draft)
  const isLong = hasLongValue(input)
  if (entity.exclusive) await lockRootRecord(task, draft)
  if (isLong) await nextTurn()
  const issues = await validateData(task, draft, insert)
  if (issues.length > 0) throw new ValidationError(issues)
  if (isLong) await nextTurn()
  let stored: StoreResult
  try {
    stored = await storeWithChildren(task, draft, insert)
  } catch (error) {
    throw addToErrorTrail('store', error)
  }
  const { id, topics } = stored
  auditWrite(task, draft, id)
  if (topics.length > 0 || hasObserver(context, 'onSvcStoreRecord'))
    u.afterCommit(() => purge(context, topics, 'onSvcStoreRecord', { entity: entity.name, id, inserted: insert }))
  if (isLong) await nextTurn()
  const result = options.returning ? toRecordResult(task, draft, id) : null
  return { entity: entity.name, id, inserted: insert, stored: draft.record, written: result ?? undefined }
}

/** The caller's snapshot of the shop settings, unless the unit has changed them. */
const getUsableSnapshot = (u: Unit, { moment: snapshot }: WriteOptions): VersionedSnapshot | undefined =>
  snapshot && !isVersionRaised(u, storeTopic) ? snapshot : undefined

function createTaskAt(
  { snapshot }: VersionedSnapshot,
  context: Context,
  u: Unit,
  entity: Entity,
  options: WriteOptions,
): WriteTask {
  const language = requireActiveLanguage(snapshot.languages, options.language)
  return { context, u, snapshot, entity, shape: getLayout(entity), options, language, owners: new Map(), locked: new Set() }
}

export async function createWriteTask(context: Context, u: Unit, entityName: string, options: WriteOptions): Promise<WriteTask> {
  const entity = requireEntity(context.registry, entityName)
  return createTaskAt(getUsableSnapshot(u, options) ?? (await getVersionedSnapshot(context, u)), context, u, entity, options)
}

/** Stores the row with its dependent rows, then its children, then runs the entity's `afterStore`. */
async function storeWithChildren(task: WriteTask, draft: Draft, insert: boolean): Promise<StoreResult> {
  const { entity, options } = task
  let stored: StoreResult
  try {
    stored = await storeRecord(task, draft)
  } catch (error) {
    throw await toDuplicateError(task, draft, error)
  }
  if (!entity.afterStore && draft.children.size === 0) return stored
  await storeChildren(task, draft, createStoreScope(task, draft, stored.id, options.internal ?? false))
  await withErrorTrail('afterStore', async () => entity.afterStore?.(createStoreScope(task, draft, stored.id, true), insert))
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
  const inner = { unit: u, internal, moment: options.moment }
  return {
    ...createCheckScope(task, entity, recordId, draft.record),
    recordId,
    write: async (name, fields, id) => (await writeEntityRecord(context, name, fields, { ...inner, id })).id,
    remove: (name, id) => removeEntityRecord(context, name, id, { unit: u, internal }),
  }
}
