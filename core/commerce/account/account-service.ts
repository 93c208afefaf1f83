// Account service for in-process callers.
import { confirmRegistration, startRegistration } from './registration.js'
import { login, requestResetMail } from './service.js'
import { findSessionShopper } from './tokens.js'
import { contextToken, shopRulesToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Shopper } from '../../shop/shopper.js'
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Accounts, Confirmation, HostUser, Login, Registration, RegistrationPages, SessionReply } from './define.js'
import { parseEmailAddress, placeholderDomain } from '../../model/properties/string.js'
import { customer } from '../../model/entities/customers/customer.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { findAccountByEmail, findCustomerByUserId, readDefaultGroupId, lockAccountCreation } from './customers.js'

/** The customer group of the first host group that has one. Default: the store's default group. */
async function findHostGroupId(work: ServiceContext, groups: readonly string[]): Promise<number> {
  const records = await work.records(customerGroup)
  for (const group of groups) {
    const groupRecord = records.find((record) => record.host_group_id === group)
    if (groupRecord) return groupRecord.id
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
  return `user-${userId.replace(/[^A-Za-z0-9.-]|\.(?=\.)/g, '-').slice(0, 60)}${placeholderDomain}`
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

const hasChanges = (fields: HostUserFields, storedFields: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fields).some(([name, value]) => storedFields[name] !== value)

/** Maps a host user to a customer record, which is created on the first visit and updated when the host sends new data. */
async function recogniseUser(fresh: ServiceContext, user: HostUser): Promise<Shopper> {
  const work = await fresh.at()
  const customerGroupId = await findHostGroupId(work, user.groups)
  const { userId } = user
  if (userId === null) return { customerId: null, customerGroupId: user.groups.length > 0 ? customerGroupId : null }
  const fields = toHostUserFields(user, userId, customerGroupId)
  const existingCustomer = await findCustomerByUserId(work, userId)
  if (existingCustomer && !hasChanges(fields, existingCustomer.values))
    return { customerId: existingCustomer.id, customerGroupId }
  return { customerId: await work.transact((inside) => storeHostUser(inside, fields, userId)), customerGroupId }
}

async function storeHostUser(work: ServiceContext & TransactionContext, fields: HostUserFields, userId: string): Promise<number> {
  await lockAccountCreation(work)
  const existingCustomer = await findCustomerByUserId(work, userId)
  const { email } = fields
  const holder = email === undefined ? undefined : await findAccountByEmail(work, email)
  const isFree = email !== undefined && (holder === undefined || holder.id === existingCustomer?.id)
  if (existingCustomer) {
    const allowed = isFree ? fields : { ...fields, email: existingCustomer.values.email }
    return hasChanges(allowed, existingCustomer.values)
      ? work.write(customer, allowed, { id: existingCustomer.id })
      : existingCustomer.id
  }
  // The host vouches for the address, so an existing record with it becomes the user's.
  if (holder?.values.host_user_id === '') return work.write(customer, fields, { id: holder.id })
  const id = await work.write(customer, { ...fields, email: isFree ? email : createPlaceholderEmail(userId) })
  await work.announce('onSvcRegisterCustomer', { customerId: id })
  return id
}

@injectable()
export class AccountService implements Accounts {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(shopRulesToken) private readonly rules: ShopRules,
  ) {}

  async register(input: Registration, pages: RegistrationPages): Promise<void> {
    return startRegistration(this.createShopperContext(), input, pages)
  }

  async confirmRegistration(token: string, input: Confirmation): Promise<SessionReply> {
    return confirmRegistration(this.createShopperContext(), token, input)
  }

  async login(input: Login): Promise<SessionReply> {
    return login(this.createShopperContext(), input)
  }

  async requestReset(email: string, link: (token: string) => string): Promise<void> {
    return requestResetMail(this.createShopperContext(), email, link)
  }

  async sessionShopper(session: string): Promise<Shopper | null> {
    return findSessionShopper(this.createShopperContext(), session)
  }

  async recognise(user: HostUser): Promise<Shopper> {
    return recogniseUser(this.createShopperContext(), user)
  }

  private createShopperContext(): ShopperContext {
    return new ShopperContext(this.context, this.rules, {})
  }
}
