// Customer records: look-up, default group, the lock that serialises the creation of accounts, and the customer of an order or quote.
import { toEmailKey, isSameEmailAddress } from '../../foundation/email-address.js'
import { foldText } from '../../foundation/property/text.js'
import { SystemError } from '../../foundation/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { Shop } from '../../shop/shop.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import { lockSystemVariable } from '../../storage/system-variables.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { AddressTexts } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import { saveContactToAccount } from './save-addresses.js'

export type CustomerRecord = LoadedRecord<RecordOf<typeof customer>>

/** Lock that account creation takes until the transaction ends, to prevent two accounts per e-mail address or host user. */
const accountCreationLock = 'account_creation'

/** The account with this e-mail address, ignoring case. Temporary records of guests do not count. */
export async function findAccountByEmail(work: ServiceContext, email: string): Promise<CustomerRecord | undefined> {
  const namesakes = await work.list(customer, { column: 'email_folded', values: [foldText(toEmailKey(email))] })
  return namesakes.find(({ values }) => values.is_temporary !== true && isSameEmailAddress(values.email, email))
}

/** The customer of the host's user. Ids are compared exactly. */
export async function findCustomerByUserId(work: ServiceContext, userId: string): Promise<CustomerRecord | undefined> {
  const records = await work.list(customer, { column: 'host_user_id', values: [userId] })
  return records.find(({ values }) => values.host_user_id === userId)
}

export async function lockAccountCreation({ unit }: TransactionContext): Promise<void> {
  await lockSystemVariable(unit, accountCreationLock, '')
}

/** The group of customers that belong to no other group. */
export async function readDefaultGroupId(work: ServiceContext): Promise<number> {
  const groupId = work.versionedSnapshot.snapshot.settings.default_customer_group_id ?? null
  if (groupId !== null) return groupId
  const [first] = await work.records(customerGroup)
  if (first) return first.id
  throw new SystemError('No customer group exists for new accounts.')
}

/** The buyer's input. */
export interface Buyer {
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly billing: AddressTexts | null
  /** null: the goods go to the billing address. */
  readonly delivery: AddressTexts | null
  readonly shop: Shop
}

/** The id of the customer record. A guest gets a new record. For an account, new addresses are saved. */
export async function storeBuyer(
  work: ShopperContext,
  { email, phone, vat_id, billing, delivery, shop }: Buyer,
): Promise<number> {
  const { customerId } = work.shopper
  if (customerId !== null) {
    await saveContactToAccount(work, customerId, { phone, billing, delivery })
    return customerId
  }
  return work.write(customer, {
    email,
    first_name: billing?.first_name ?? '',
    last_name: billing?.last_name ?? '',
    company: billing?.company ?? '',
    phone,
    vat_id,
    customer_group_id: shop.customerGroupId ?? (await readDefaultGroupId(work)),
    language_tag: shop.language,
    is_temporary: true,
  })
}
