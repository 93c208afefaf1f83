// Rejects a choice that is not offered and lists the available ones.
import type { Issue } from '../foundation/errors.js'

/** The issue for an id that is not among the offers. */
export function createNotOfferedIssue(field: string, offers: readonly { readonly id: number; readonly title: string }[]): Issue {
  const offerNames = offers.map(({ id, title }) => `${id} ('${title}')`).join(', ')
  const message = `Field '${field}' takes one of those that are offered: ${offerNames || 'there is none'}.`
  return { field, code: 'NOT_OFFERED', message }
}
