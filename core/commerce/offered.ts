// What is not offered is refused, together with what is (domain §5.1, 21).
import type { Issue } from '../foundation/errors.js'

/** The refusal of an id that is none of those that are offered. */
export function notOffered(field: string, offers: readonly { readonly id: number; readonly title: string }[]): Issue {
  const known = offers.map(({ id, title }) => `${id} ('${title}')`).join(', ')
  const message = `Field '${field}' takes one of those that are offered: ${known || 'there is none'}.`
  return { field, code: 'NOT_OFFERED', message }
}
