// The records that new values refer to: each must exist, and none may be deleted before this write is committed.
import type { Issue } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference } from '../../model/entity/ownership.js'
import { quote } from '../database/dialect.js'
import { inList } from '../database/statement.js'
import { heldOf, hold } from '../record/held.js'
import { momentOf } from '../record/moment.js'
import type { Draft, WriteTask } from './draft.js'

interface Mention {
  readonly field: string
  readonly label: string
  readonly entity: string
  readonly id: number
  readonly lock: boolean
}

/** By the entity of what is named. */
type Mentions = Map<string, Mention[]>

const nothing: ReadonlySet<string> = new Set()
const none: readonly Issue[] = []

/** What the new values of the records name, but for what the unit holds: it is there, and stays. null where they name nothing else. */
function mentionsOf(task: WriteTask, drafts: readonly Draft[], except: ReadonlySet<string>): Mentions | null {
  const { copied, trusted } = task.options
  let mentions: Mentions | null = null
  let held: ReturnType<typeof heldBy> | undefined
  for (const property of task.shape.referring) {
    const { name, label, kind } = property
    const isWeak = isWeakReference(property)
    if (except.has(name) || (isWeak && (copied || trusted))) continue
    const lock = !isWeak && task.isTrial !== true
    for (const { record, changed } of drafts) {
      if (!changed.has(name)) continue
      // Without the registry: ids inside rules and terms were judged, and locked, by their kind.
      for (const { entity, id } of kind.references!(record[name], property)) {
        held ??= heldBy(task)
        if (held(entity, id)) continue
        mentions ??= new Map()
        const mention = { field: name, label, lock, entity, id }
        const known = mentions.get(entity)
        if (known) known.push(mention)
        else mentions.set(entity, [mention])
      }
    }
  }
  return mentions
}

/** Whether the unit holds the record, asked of thousands in one go. */
function heldBy({ u, context }: WriteTask): (entity: string, id: number) => boolean {
  const known = new Map<string, (id: number) => boolean>()
  return (name, id) => {
    let has = known.get(name)
    if (!has) {
      const target = context.registry.entities.get(name)
      has = target ? heldOf(u, target) : () => false
      known.set(name, has)
    }
    return has(id)
  }
}

/**
 * One issue for each id that leads nowhere, by one statement per entity, however many records are written. The rows that are
 * found stay locked against deletion until the unit ends, so that no reference is left dangling; those that the unit holds already
 * are not looked for. `except` are fields that were refused already. At once where nothing is left to look for.
 */
export function missingMentions(
  task: WriteTask,
  drafts: readonly Draft[],
  except: ReadonlySet<string> = nothing,
): readonly Issue[] | Promise<readonly Issue[]> {
  const mentions = mentionsOf(task, drafts, except)
  return mentions === null ? none : missingAmong(task, mentions)
}

async function missingAmong(task: WriteTask, byEntity: Mentions): Promise<readonly Issue[]> {
  const { entities } = task.context.registry
  const sorted = [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))
  // All are asked for before the first is answered.
  const looked = sorted.map(([name, mentioned]) => {
    const target = entities.get(name)
    const ids = [...new Set(mentioned.map((mention) => mention.id))].sort((a, b) => a - b)
    const lock = mentioned.some((mention) => mention.lock)
    return target ? existing(task, target, ids, lock) : Promise.resolve(new Set<number>())
  })
  const all = await Promise.all(looked)
  const issues: Issue[] = []
  for (const [index, [name, mentioned]] of sorted.entries()) {
    const target = entities.get(name)
    const found = all[index]!
    const reported = new Set<string>()
    for (const { field, label, id } of mentioned) {
      if (found.has(id) || reported.has(`${field} ${id}`)) continue
      reported.add(`${field} ${id}`)
      const what = target ? `there is no ${target.label} with the id ${id}.` : `there is no entity '${name}'.`
      issues.push({ field, code: 'UNKNOWN_REFERENCE', message: `Field ${label} refers to nothing: ${what}` })
    }
  }
  return issues
}

/** Those of the ids that there are. Where they are locked, they are asked for before anything else that the unit sends from now on. */
async function existing(task: WriteTask, target: Entity, ids: readonly number[], lock: boolean): Promise<ReadonlySet<number>> {
  const { u, context, snapshot } = task
  const known = ids.filter((id) => snapshot.knows(target.name, id))
  const found = new Set(lock ? [] : known)
  if (lock && known.length > 0 && u.dialect.forShare === '') {
    // A database without locks has one writer at a time: what the unit itself has seen stays so until it ends.
    const { snapshot: own } = await momentOf(context, u)
    for (const id of known) if (own.knows(target.name, id)) found.add(id)
  }
  if (found.size === ids.length) return found
  const list = inList(ids.filter((id) => !found.has(id)))
  const sql = `SELECT id FROM ${quote(target.table)} WHERE id IN ${list.sql} ${lock ? u.dialect.forShare : ''}`
  for (const { id } of await u.query<{ id: number }>(sql, list.params)) {
    found.add(id)
    if (lock) hold(u, target, id)
  }
  return found
}
