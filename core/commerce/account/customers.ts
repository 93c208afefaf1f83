// Customer records for the account service: found, made one at a time, kept up to date.
import type { Context, Moment } from '../../storage/context.js'
import type { Queryable } from '../../storage/database/queryable.js'
import type { Unit } from '../../storage/database/unit.js'
import { requireEntity } from '../../model/registry.js'
import { write } from '../../storage/pipeline/write.js'
import { type LoadedRecord, loadRecords } from '../../storage/record/load.js'
import { lockSystemVariable } from '../../storage/system-variables.js'
import { SystemError } from '../../ground/errors.js'

/** Who makes an account holds it until the unit ends, so that no e-mail address or host user gets two. */
const turn = 'account_creation'

export function customersBy(
  context: Context,
  column: string,
  value: string | number,
  on: Queryable = context.database,
  lock = '',
): Promise<readonly LoadedRecord[]> {
  return loadRecords(on, requireEntity(context.registry, 'customer'), [], { column, values: [value] }, lock)
}

/** The account of the address, in lower case; temporary records of guests are none. Databases compare texts more loosely. */
export async function accountOf(context: Context, email: string): Promise<LoadedRecord | undefined> {
  const found = await customersBy(context, 'email', email)
  return found.find(({ values }) => values.is_temporary !== true && String(values.email).toLowerCase() === email)
}

/** The customer of the host's user; ids are compared to the letter, whatever the database thinks of case and accents. */
export async function customerOfUser(context: Context, userId: string): Promise<LoadedRecord | undefined> {
  return (await customersBy(context, 'host_user_id', userId)).find(({ values }) => values.host_user_id === userId)
}

export async function waitForTurn(u: Unit): Promise<void> {
  await lockSystemVariable(u, turn, '')
}

/** The group of those who belong to no other. */
export async function defaultGroup(context: Context, { snapshot }: Moment): Promise<number> {
  const wanted = snapshot.settings.default_customer_group_id
  if (typeof wanted === 'number') return wanted
  const [first] = await snapshot.records(context.database, 'customer-group')
  if (typeof first?.id === 'number') return first.id
  throw new SystemError('There is no customer group that an account could belong to.')
}

/** Stores a customer and returns its id. */
export async function storeCustomer(
  context: Context,
  u: Unit,
  fields: Readonly<Record<string, unknown>>,
  id?: number,
): Promise<number> {
  return (await write(context, 'customer', fields, { unit: u, internal: true, ...(id !== undefined && { id }) })).id
}
