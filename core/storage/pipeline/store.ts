// Step four of five: stores the row, its texts and the ids inside its values, and raises the version counters of caches.
import { addToErrorTrail, ServiceError, withErrorTrail } from '../../foundation/errors.js'
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import { indexedColumn, findIndexedProperties } from '../../model/entity/indexed-texts.js'
import { quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { Topic } from '../database/versions.js'
import { getFlatKeys } from '../record/flat-keys.js'
import { changeRows, addLockedRecord, addCreatedRecord } from '../record/identity-map.js'
import { createConflictMessage } from '../record/record-errors.js'
import { toColumnValue, toFoldedValue } from '../record/values.js'
import { deferStatement } from './deferred-statement.js'
import { hasNewOwner, type Draft, type WriteTask } from './draft.js'
import { endCustomerSessions } from './customer-sessions.js'
import { releaseFiles } from './file-release.js'
import { addRowParameters } from './insert-drafts.js'
import { noteNewRecord, countInsertedRows, noteOwnerChange, notePosition } from './last-position.js'
import { shiftSiblings, canPositionCollide } from './sibling-order.js'
import { storeReferences } from './store-references.js'
import { storeTexts } from './store-texts.js'
import { raiseTopicVersions } from './topic-versions.js'
import { createRecordReader } from './stored-record.js'

export interface StoreResult {
  readonly id: number
  readonly topics: readonly Topic[]
}

const noTopics: readonly Topic[] = []

/**
 * Stores the validated record and returns its id. Throws PRECONDITION_FAILED if another write came first. Skips the steps that
 * do not apply, because each asynchronous call costs as much as a small statement.
 */
export async function storeRecord(task: WriteTask, draft: Draft): Promise<StoreResult> {
  const { u, entity, shape } = task
  const { existing } = draft
  if (canPositionCollide(task, draft)) await withErrorTrail('order', () => shiftSiblings(task, draft))
  let id: number
  try {
    id = await (existing ? updateRow(task, draft) : insertRow(task, draft))
  } catch (error) {
    throw addToErrorTrail('row', error)
  }
  // `afterStore` and child writes can change the record again. Then remember only that it exists.
  const { exactly } = task.options
  const isWhole = !entity.afterStore && draft.children.size === 0 && !exactly?.revision && !exactly?.columns
  const reading = isWhole ? createRecordReader(task, draft, id) : null
  if (existing === null && reading) addCreatedRecord(u, entity, id, draft.record, reading)
  else addLockedRecord(u, entity, id, reading)
  if (shape.translatable.length > 0) await withErrorTrail('texts', () => storeTexts(task, draft, id))
  if (shape.referring.length > 0) storeReferences(task, draft, id)
  const topics = entity.topic === null ? noTopics : await raiseTopics(task, draft, id)
  if (existing && shape.filed.length > 0) await releaseReplacedFiles(task, draft, id)
  if (existing && entity.credentials) await endCustomerSessions(task, draft, id)
  return { id, topics }
}

/** Raises the topics of the previous and of the new owner. */
async function raiseTopics(task: WriteTask, draft: Draft, id: number): Promise<readonly Topic[]> {
  const { entity } = task
  const { existing, record } = draft
  const before = existing ? await raiseTopicVersions(task, entity, id, existing.values) : noTopics
  const after = existing && !hasNewOwner(entity, draft) ? noTopics : await raiseTopicVersions(task, entity, id, record)
  return [...before, ...after]
}

async function insertRow({ u, entity, shape, options }: WriteTask, draft: Draft): Promise<number> {
  const params: SqlParameter[] = []
  addRowParameters(params, shape, draft)
  const { id, revision, columns = {} } = options.exactly ?? {}
  countInsertedRows(u, entity)
  if (id !== undefined) {
    for (const [index, { name }] of shape.stored.entries()) if (Object.hasOwn(columns, name)) params[index] = columns[name]!
    if (revision !== undefined) params[params.length - 1] = revision
    params.push(id)
    await u.run(shape.insertAs, params)
    notePosition(u, entity, draft)
    return id
  }
  const { insertId } = await u.run(shape.insert, params)
  noteNewRecord(u, entity, insertId)
  notePosition(u, entity, draft)
  return insertId
}

/** Sets only the columns that differ, to spare the indexes of the others. Always raises the revision. */
async function updateRow(task: WriteTask, draft: Draft): Promise<number> {
  const { u, entity, shape } = task
  const { id, revision, row } = draft.existing!
  const assignments: string[] = []
  const params: SqlParameter[] = []
  for (const property of shape.stored) {
    if (!draft.changed.has(property.name)) continue
    const value = toColumnValue(property, draft.record[property.name])
    if (isSameColumnValue(value, row[property.name])) continue
    assignments.push(`${quote(property.name)} = ?`)
    params.push(value)
    if (!shape.folded.includes(property)) continue
    assignments.push(`${quote(toFoldedColumnName(property.name))} = ?`)
    params.push(toFoldedValue(value))
  }
  if (hasIndexedChange(task, draft)) assignments.push(`${quote(indexedColumn)} = 0`)
  const set = [...assignments, 'revision = revision + 1'].join(', ')
  const sql = `UPDATE ${shape.table} SET ${set} WHERE id = ? AND revision = ?`
  if (hasNewOwner(entity, draft)) noteOwnerChange(u, entity)
  const update = async (): Promise<void> => {
    const { affected } = await changeRows(u, entity, [id], () => u.run(sql, [...params, id, revision]))
    if (affected === 0) throw new ServiceError('PRECONDITION_FAILED', createConflictMessage(entity, id))
  }
  if (canDeferUpdate(task, draft)) deferStatement(u, 'row', update)
  else await update()
  return id
}

/** True if the update cannot fail: the unit has locked the row, and no unique key can reject the new values. */
function canDeferUpdate({ entity, options }: WriteTask, { changed }: Draft): boolean {
  if (options.standing) return false
  return options.trusted === true || !entity.unique?.some((group) => group.some((name) => changed.has(name)))
}

/** True if a text in the trigram index changes. */
function hasIndexedChange({ entity, snapshot }: WriteTask, { changed }: Draft): boolean {
  const searched = findIndexedProperties(entity)
  if (searched.size === 0) return false
  const texts = getFlatKeys(entity, snapshot.languages)
  for (const name of changed) if (searched.has((texts.get(name)?.property ?? entity.properties[name])!)) return true
  return false
}

/** The database returns integers beyond 2^53 as text. */
function isSameColumnValue(value: SqlParameter, stored: unknown): boolean {
  return value === stored || (typeof value === 'bigint' && String(value) === String(stored))
}

/** Releases a file that its field no longer refers to. Its bytes are deleted after the commit. */
async function releaseReplacedFiles(task: WriteTask, draft: Draft, id: number): Promise<void> {
  for (const { name } of task.shape.filed) {
    if (draft.changed.has(name)) await releaseFiles(task, task.entity, id, { name, kept: String(draft.record[name] ?? '') })
  }
}
