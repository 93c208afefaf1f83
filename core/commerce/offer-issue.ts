// Rejects a choice that is not offered and lists the available ones.
import { createIssue, type Issue } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'

/** The issue for an id that is not among the offers. */
export function createNotOfferedIssue(field: string, offers: readonly { readonly id: number; readonly title: string }[]): Issue {
  const names = offers.map(({ id, title }) => `${id} ('${title}')`)
  const message =
    names.length === 0 ? createMessage('shop.nothingOffered', { field }) : createMessage('shop.notOffered', { field, names })
  return createIssue(field, message, 'NOT_OFFERED')
}
