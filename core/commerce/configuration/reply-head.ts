// Builds the head of a reply from the stored row: token, revision, and whether it can be changed, undone and redone.
import { getAvailableSteps } from './history.js'
import type { ReplyHead } from './reply.js'
import { isClosedConfiguration, type StoredConfiguration } from './rows.js'

export function toReplyHead(row: Pick<StoredConfiguration, 'token' | 'revision' | 'state' | 'history'>): ReplyHead {
  const closed = isClosedConfiguration(row)
  return { configuration: row.token, revision: row.revision, read_only: closed, ...getAvailableSteps(closed ? '' : row.history) }
}

/** The head of a row that was just created. */
export const createFirstReplyHead = (token: string): ReplyHead => toReplyHead({ token, revision: 1, state: 'open', history: '' })
