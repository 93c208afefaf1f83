// The link to the first account of all, which every start prints until there is one: without a unit, for which a start would load much.
import type { Context } from '../context.js'
import type { AdminLink } from './define.js'
import { makeLink } from './links.js'

/** null where there is an account already. Every start makes a link of its own; the first account ends them all. */
export async function beginFirst({ database, clock }: Context): Promise<AdminLink | null> {
  const [any] = await database.query('SELECT id FROM svc_admin_accounts LIMIT 1')
  return any ? null : makeLink(database, 'first', 0, clock.now())
}
