// What is done with many records at once: tried first, then done, and taken back where somebody thinks better of it.
import type { Bulk, BulkReply, EntityShape } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { recordsChanged } from '../ground/queries.js'
import { tell } from '../ground/toasts.js'
import { undoing } from '../ground/undo.js'
import { counted } from '../wording/text.js'
import type { ListState } from './list-query.js'

/** Which records: those that were ticked, or all that the list finds. */
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

/** Says what has been done, with the way back. */
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
