// Bulk changes of records: dry run, execution and undo.
import type { Bulk, BulkReply, EntityShape } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { recordsChanged } from '../ground/queries.js'
import { tell } from '../ground/toasts.js'
import { undoing } from '../ground/undo.js'
import { counted } from '../wording/text.js'
import type { ListState } from './list-query.js'

/** The target records: the selected ones, or all matches of the list. */
export type Target = Pick<Bulk, 'filter' | 'ids' | 'search'>

export function targetOf(
  chosen: ReadonlySet<number>,
  all: boolean,
  state: ListState,
  fixed: Readonly<Record<string, string>>,
): Target {
  if (!all) return { ids: [...chosen] }
  const filter = { ...Object.fromEntries(state.filters), ...fixed }
  return { filter, ...(state.search !== '' && { search: state.search }) }
}

export const bulk = (entity: string, body: Bulk): Promise<BulkReply> => ask('POST', `records/${entity}/bulk`, { body })

/** Notifies about the result, with an undo button. */
export async function tellDone(shape: EntityShape, reply: BulkReply): Promise<void> {
  await recordsChanged(shape.name)
  const done = reply.deleted > 0 ? counted('deletedMany', reply.deleted) : counted('changedMany', reply.changed)
  const refused = reply.refused.length > 0 ? ` ${counted('refusedMany', reply.refused.length)}` : ''
  tell({
    text: done + refused,
    kind: reply.refused.length > 0 ? 'failed' : 'done',
    ...undoing(shape.name, reply.undo),
  })
}
