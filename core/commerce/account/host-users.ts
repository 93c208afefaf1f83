// Maps a host user to a customer record, which is created on the first visit and updated when the host sends new data.
import { parseEmailAddress } from '../../foundation/email-address.js'
import { customer } from '../../model/entities/customers/customer.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'
import type { Shopper } from '../../shop/shopper.js'
import type { InUnit, Work } from '../../storage/work.js'
import { findAccountByEmail, findCustomerByUserId, readDefaultGroupId, lockAccountCreation } from './customers.js'
import type { HostUser } from './define.js'

/** The customer group of the first host group that has one. Default: the store's default group. */
async function findHostGroupId(work: Work, groups: readonly string[]): Promise<number> {
  const records = await work.records(customerGroup)
  for (const group of groups) {
    const found = records.find((record) => record.host_group_id === group)
    if (found) return found.id
  }
  return readDefaultGroupId(work)
}

/** The user's data from the host, as fields of the customer record. */
interface HostUserFields {
  readonly host_user_id: string
  readonly customer_group_id: number
  readonly email?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly language_tag?: string
}

/** A placeholder address, for users without an e-mail address or with one that another account has. */
function createPlaceholderEmail(userId: string): string {
  return `user-${userId.replace(/[^A-Za-z0-9.-]|\.(?=\.)/g, '-').slice(0, 60)}@users.invalid`
}

/** The fields that the host sends. An invalid e-mail address is left out, so the user can still shop. */
function toHostUserFields(user: HostUser, userId: string, groupId: number): HostUserFields {
  const email = user.email === null ? null : parseEmailAddress(user.email)
  return {
    host_user_id: userId,
    customer_group_id: groupId,
    ...(email !== null && { email: email.toLowerCase() }),
    ...(user.firstName !== '' && { first_name: user.firstName }),
    ...(user.lastName !== '' && { last_name: user.lastName }),
    ...(user.language !== null && { language_tag: user.language }),
  }
}

const hasChanges = (told: HostUserFields, held: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(told).some(([name, value]) => held[name] !== value)

export async function recogniseUser(fresh: Work, user: HostUser): Promise<Shopper> {
  const work = await fresh.at()
  const customerGroupId = await findHostGroupId(work, user.groups)
  const { userId } = user
  if (userId === null) return { customerId: null, customerGroupId: user.groups.length > 0 ? customerGroupId : null }
  const told = toHostUserFields(user, userId, customerGroupId)
  const known = await findCustomerByUserId(work, userId)
  if (known && !hasChanges(told, known.values)) return { customerId: known.id, customerGroupId }
  return { customerId: await work.transact((inside) => storeHostUser(inside, told, userId)), customerGroupId }
}

async function storeHostUser(work: Work & InUnit, told: HostUserFields, userId: string): Promise<number> {
  await lockAccountCreation(work)
  const known = await findCustomerByUserId(work, userId)
  const { email } = told
  const holder = email === undefined ? undefined : await findAccountByEmail(work, email)
  const isFree = email !== undefined && (holder === undefined || holder.id === known?.id)
  if (known) {
    const allowed = isFree ? told : { ...told, email: known.values.email }
    return hasChanges(allowed, known.values) ? work.write(customer, allowed, { id: known.id }) : known.id
  }
  // The host vouches for the address, so an existing record with it becomes the user's.
  if (holder?.values.host_user_id === '') return work.write(customer, told, { id: holder.id })
  const id = await work.write(customer, { ...told, email: isFree ? email : createPlaceholderEmail(userId) })
  await work.announce('onSvcRegisterCustomer', { customerId: id })
  return id
}
