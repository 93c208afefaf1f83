// The state history of orders, quotes and payments: stored in the unit of the change, and read in chronological order.
import { formatIsoTime } from '../../foundation/clock.js'
import { draftStates, type Stateful } from '../../model/state/statuses.js'
import { toInList } from '../../storage/database/dialect.js'
import type { Actor, TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { StateChange } from './define.js'

export interface StateHistoryEntry extends Actor {
  /** The id of the record. */
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  /** null for the first state. */
  readonly from: string | null
  readonly to: string
}

const insertStatement =
  'INSERT INTO svc_status_history (at, entity, entity_id, came_from, came_to, doer, who) VALUES (?, ?, ?, ?, ?, ?, ?)'

/** Stores the state change and its actor. Draft states are not stored. */
export async function storeStateChange(
  work: ServiceContext & TransactionContext,
  { entity, id, from, to }: StateChange,
): Promise<void> {
  if (draftStates.has(to)) return
  const { role, who: actorName } = work.role
  await work.unit.run(insertStatement, [formatIsoTime(work.now), entity, id, from, to, role, actorName])
}

/** The state changes of records of one entity, oldest first. */
export async function listStateHistory(
  work: ServiceContext,
  entity: Stateful,
  ids: readonly number[],
): Promise<readonly StateHistoryEntry[]> {
  if (ids.length === 0) return []
  const { sql, params } = toInList(ids)
  const rows = await work.on.query(
    `SELECT entity_id, at, came_from, came_to, doer, who FROM svc_status_history WHERE entity = ? AND entity_id IN ${sql} ORDER BY id`,
    [entity, ...params],
  )
  return rows.map((row) => ({
    id: Number(row.entity_id),
    at: String(row.at),
    from: row.came_from === null ? null : String(row.came_from),
    to: String(row.came_to),
    role: row.doer as Actor['role'],
    who: String(row.who),
  }))
}
