// The records that new values refer to: each must exist, and none may be deleted before this write is committed.
import type { Issue } from '../../ground/errors.js'
import { isWeakReference } from '../../model/entity/ownership.js'
import { quote } from '../database/dialect.js'
import { inList } from '../database/statement.js'
import type { Draft, WriteTask } from './draft.js'

interface Mention {
  readonly field: string
  readonly label: string
  readonly entity: string
  readonly id: number
  readonly lock: boolean
}

function mentions(task: WriteTask, draft: Draft, except: ReadonlySet<string>, onlyStrong: boolean): readonly Mention[] {
  return task.shape.referring.flatMap((property) => {
    const { name, label, kind } = property
    if (!kind.references || !draft.changed.has(name) || except.has(name)) return []
    const lock = !isWeakReference(property)
    if (!lock && (onlyStrong || task.options.copied)) return []
    // Without the registry: ids inside rules and terms were judged, and locked, by their kind.
    return kind.references(draft.record[name], property).map((reference) => ({ field: name, label, lock, ...reference }))
  })
}

/**
 * One issue for each id that leads nowhere, by one statement per entity, however many records are written. The rows that are
 * found stay locked against deletion until the unit ends, so that no reference is left dangling. `except` are fields that were
 * refused already; `onlyStrong` leaves out ids that may lead nowhere at any time.
 */
export async function missingMentions(
  task: WriteTask,
  drafts: readonly Draft[],
  except: ReadonlySet<string>,
  onlyStrong = false,
): Promise<readonly Issue[]> {
  const byEntity = new Map<string, Mention[]>()
  for (const mention of drafts.flatMap((draft) => mentions(task, draft, except, onlyStrong))) {
    const known = byEntity.get(mention.entity)
    if (known) known.push(mention)
    else byEntity.set(mention.entity, [mention])
  }
  const issues: Issue[] = []
  const { entities } = task.context.registry
  for (const [name, mentioned] of [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const target = entities.get(name)
    const ids = [...new Set(mentioned.map((mention) => mention.id))].sort((a, b) => a - b)
    const lock = mentioned.some((mention) => mention.lock)
    const found = target ? await existing(task, target.table, ids, lock) : new Set()
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

async function existing({ u }: WriteTask, table: string, ids: readonly number[], lock: boolean): Promise<ReadonlySet<unknown>> {
  const list = inList(ids)
  const sql = `SELECT id FROM ${quote(table)} WHERE id IN ${list.sql} ${lock ? u.dialect.forShare : ''}`
  const rows = await u.query<{ id: number }>(sql, list.params)
  return new Set(rows.map((row) => row.id))
}
