// Builds the head of a reply from the stored row: token, revision, and whether it can be changed, undone and redone.
import { stepsOf } from './history.js'
import type { ReplyHead } from './reply.js'
import { isClosed, type StoredConfiguration } from './rows.js'

export function headOf(row: Pick<StoredConfiguration, 'token' | 'revision' | 'state' | 'history'>): ReplyHead {
  const closed = isClosed(row)
  return { configuration: row.token, revision: row.revision, read_only: closed, ...stepsOf(closed ? '' : row.history) }
}

/** The head of a row that was just created. */
export const firstHead = (token: string): ReplyHead => headOf({ token, revision: 1, state: 'open', history: '' })
