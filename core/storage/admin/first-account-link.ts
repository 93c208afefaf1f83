// The link to create the first admin account. Each start prints one until the account exists. Avoids imports that slow the start.
import type { Context } from '../context.js'
import type { Queryable } from '../database/dialect.js'
import type { AdminLink } from './define.js'
import { createAdminLink } from './account-rows.js'

/** True if an account can sign in, or could before a reset. Invited accounts do not count, because they have no password yet. */
export async function hasFirstAccount(on: Queryable): Promise<boolean> {
  const sql = "SELECT id FROM svc_admin_accounts WHERE password <> '' OR last_login IS NOT NULL LIMIT 1"
  return (await on.query(sql)).length > 0
}

/** Returns null if there is a first account. Each start creates another link. The creation of the first account ends every such link. */
export async function createFirstAccountLink({ database, clock }: Context): Promise<AdminLink | null> {
  return (await hasFirstAccount(database)) ? null : createAdminLink(database, 'first', 0, clock.now())
}
