// The link to the first account of all, which every start prints until there is one: without a unit, for which a start would load much.
import type { Context } from '../context.js'
import type { Queryable } from '../database/queryable.js'
import type { AdminLink } from './define.js'
import { makeLink } from './links.js'

/** True once somebody can sign in, or could before a reset. An account that is only invited does not count: nobody holds it yet. */
export async function hasFirstAccount(on: Queryable): Promise<boolean> {
  const sql = "SELECT id FROM svc_admin_accounts WHERE password <> '' OR last_login IS NOT NULL LIMIT 1"
  return (await on.query(sql)).length > 0
}

/** null once there is a first account. Every start makes a link of its own; the first account ends them all. */
export async function beginFirst({ database, clock }: Context): Promise<AdminLink | null> {
  return (await hasFirstAccount(database)) ? null : makeLink(database, 'first', 0, clock.now())
}
