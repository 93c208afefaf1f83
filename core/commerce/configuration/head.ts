// What a reply says of the stored row: its revision, and what its shopper may still do with it.
import { stepsOf } from './history.js'
import type { ReplyHead } from './reply.js'
import { isClosed, type StoredConfiguration } from './rows.js'

export function headOf(row: Pick<StoredConfiguration, 'token' | 'revision' | 'state' | 'history'>): ReplyHead {
  const closed = isClosed(row)
  return { configuration: row.token, revision: row.revision, read_only: closed, ...stepsOf(closed ? '' : row.history) }
}

/** Of a row that has just been written for the first time. */
export const firstHead = (token: string): ReplyHead => headOf({ token, revision: 1, state: 'open', history: '' })
