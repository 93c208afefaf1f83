// Checks that the records referred to by new values exist, and locks them against deletion until the commit.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference } from '../../model/entity/ownership.js'
import { quote } from '../database/dialect.js'
import { toInList } from '../database/statement.js'
import { getVersionedSnapshot } from '../versioned-snapshot.js'
import type { Draft, WriteTask } from './draft.js'

interface SubmittedReference {
  readonly field: string
  readonly label: string
  readonly entity: string
  readonly id: number
  readonly lock: boolean
}

/** By the entity of the referenced record. */
type ReferencesByEntity = Map<string, SubmittedReference[]>

/**
 * The references in the new values of the records, except records that the unit has in memory: those exist and are locked. null
 * if there are no other references.
 */
function collectReferences(task: WriteTask, drafts: readonly Draft[], except: ReadonlySet<string>): ReferencesByEntity | null {
  const { copied, trusted } = task.options
  let mentions: ReferencesByEntity | null = null
  for (const property of task.shape.referring) {
    const { name, label, kind } = property
    const isWeak = isWeakReference(property)
    if (except.has(name) || (isWeak && (copied || trusted))) continue
    const lock = !isWeak && task.isTrial !== true
    for (const { record, changed } of drafts) {
      if (!changed.has(name)) continue
      // Without the registry: kinds have already checked and locked the ids inside rules and terms.
      for (const { entity, id } of kind.references!(record[name], property)) {
        const target = task.context.registry.entities.get(entity)
        if (target && task.u.identityMap.has(target, id)) continue
        mentions ??= new Map()
        const mention = { field: name, label, lock, entity, id }
        const entityMentions = mentions.get(entity)
        if (entityMentions) entityMentions.push(mention)
        else mentions.set(entity, [mention])
      }
    }
  }
  return mentions
}

/**
 * Returns one issue for each id without a record. Runs one query per entity for any number of records. The found rows stay
 * locked against deletion until the unit ends. Skips records that the unit has in memory, and the already rejected fields
 * `except`.
 */
export async function listMissingReferences(
  task: WriteTask,
  drafts: readonly Draft[],
  except: ReadonlySet<string>,
): Promise<readonly Issue[]> {
  const byEntity = collectReferences(task, drafts, except)
  if (byEntity === null) return []
  const { entities } = task.context.registry
  const sorted = [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))
  const issues: Issue[] = []
  for (const [name, mentioned] of sorted) {
    const target = entities.get(name)
    const ids = [...new Set(mentioned.map((mention) => mention.id))].sort((a, b) => a - b)
    const lock = mentioned.some((mention) => mention.lock)
    const existingIds = target ? await findExistingIds(task, target, ids, lock) : new Set<number>()
    const reported = new Set<string>()
    for (const { field, label, id } of mentioned) {
      if (existingIds.has(id) || reported.has(`${field} ${id}`)) continue
      reported.add(`${field} ${id}`)
      const fieldLabel = createLabel('field', label)
      const message = target
        ? createMessage('fields.refersToNothing', { field: fieldLabel, entity: createLabel('entity', target.label), id })
        : createMessage('fields.refersToUnknownEntity', { field: fieldLabel, name })
      issues.push(createIssue(field, message, 'UNKNOWN_REFERENCE'))
    }
  }
  return issues
}

/** The ids that exist. With `lock`, the query locks them, and it is sent before any later statement of the unit. */
async function findExistingIds(
  task: WriteTask,
  target: Entity,
  ids: readonly number[],
  lock: boolean,
): Promise<ReadonlySet<number>> {
  const { u, context, snapshot } = task
  const snapshotIds = ids.filter((id) => snapshot.knows(target.name, id))
  const existingIds = new Set(lock ? [] : snapshotIds)
  if (lock && snapshotIds.length > 0 && u.dialect.forShare === '') {
    // A database without row locks has one writer at a time. The unit's own snapshot stays valid until it ends.
    const { snapshot: own } = await getVersionedSnapshot(context, u)
    for (const id of snapshotIds) if (own.knows(target.name, id)) existingIds.add(id)
  }
  if (existingIds.size === ids.length) return existingIds
  const list = toInList(ids.filter((id) => !existingIds.has(id)))
  const sql = `SELECT id FROM ${quote(target.table)} WHERE id IN ${list.sql} ${lock ? u.dialect.forShare : ''}`
  for (const { id } of await u.query<{ id: number }>(sql, list.params)) {
    existingIds.add(id)
    if (lock) u.identityMap.addLocked(target, id)
  }
  return existingIds
}
