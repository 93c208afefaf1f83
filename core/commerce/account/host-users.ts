// The customer behind a user of the host: made at his first visit, and changed when the host tells something new of him.
import type { Shopper } from '../../shop/shopper.js'
import type { Context, Moment } from '../../storage/context.js'
import { unit } from '../../storage/database/unit.js'
import { announce } from '../../storage/pipeline/purge.js'
import { momentOf } from '../../storage/record/moment.js'
import { within } from '../../storage/within.js'
import { accountOf, customerOfUser, defaultGroup, storeCustomer, waitForTurn } from './customers.js'
import type { HostUser } from './define.js'

/** The customer group of the first of the host's groups that one names; the store's default where none does. */
async function groupOf(context: Context, moment: Moment, groups: readonly string[]): Promise<number> {
  const records = await moment.snapshot.records(context.database, 'customer-group')
  for (const group of groups) {
    const found = records.find((record) => record.host_group_id === group)
    if (typeof found?.id === 'number') return found.id
  }
  return defaultGroup(context, moment)
}

type Fields = Readonly<Record<string, unknown>>

/** The address under which a user is kept of whom the host tells none, or one that another account has. */
function placeholder(userId: string): string {
  return `user-${userId.replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 60)}@users.invalid`
}

/** What the host tells of him; his address stays out where another account has it. */
function fieldsOf(user: HostUser, userId: string, groupId: number): Fields {
  return {
    host_user_id: userId,
    customer_group_id: groupId,
    ...(user.email !== null && { email: user.email.toLowerCase() }),
    ...(user.firstName !== '' && { first_name: user.firstName }),
    ...(user.lastName !== '' && { last_name: user.lastName }),
    ...(user.language !== null && { language_tag: user.language }),
  }
}

const differs = (fields: Fields, values: Fields): boolean =>
  Object.entries(fields).some(([name, value]) => values[name] !== value)

export async function recogniseUser(context: Context, user: HostUser): Promise<Shopper> {
  const moment = await momentOf(context)
  const customerGroupId = await groupOf(context, moment, user.groups)
  const { userId } = user
  if (userId === null) return { customerId: null, customerGroupId: user.groups.length > 0 ? customerGroupId : null }
  const fields = fieldsOf(user, userId, customerGroupId)
  const known = await customerOfUser(context, userId)
  if (known && !differs(fields, known.values)) return { customerId: known.id, customerGroupId }
  const kept = await unit(context.database, (u) => {
    return keep(within(context, u), fields, userId, u)
  })
  return { customerId: kept, customerGroupId }
}

type Unit = Parameters<Parameters<typeof unit>[1]>[0]

async function keep(context: Context, fields: Fields, userId: string, u: Unit): Promise<number> {
  await waitForTurn(u)
  const known = await customerOfUser(context, userId)
  const email = typeof fields.email === 'string' ? fields.email : null
  const holder = email === null ? undefined : await accountOf(context, email.toLowerCase())
  const isFree = email !== null && (holder === undefined || holder.id === known?.id)
  if (known) {
    const told = isFree ? fields : { ...fields, email: known.values.email }
    return differs(told, known.values) ? storeCustomer(context, u, told, known.id) : known.id
  }
  // A record that was entered by hand, or came from elsewhere, becomes the user's: the host vouches for the address.
  if (holder && (holder.values.host_user_id ?? '') === '') return storeCustomer(context, u, fields, holder.id)
  const id = await storeCustomer(context, u, { ...fields, email: isFree ? email : placeholder(userId) })
  u.afterCommit(() => announce(context, 'onSvcRegisterCustomer', { customerId: id }))
  return id
}
