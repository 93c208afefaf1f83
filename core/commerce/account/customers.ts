// Customer records: look-up, default group, the lock for the creation of accounts, and the customer of an order or quote with their saved addresses.
import { foldText } from '../../foundation/property/text.js'
import { toEmailKey, isSameEmailAddress } from '../../model/properties/string.js'
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
import { address } from '../../model/entities/customers/address.js'
import { orderAddressFields } from '../checkout/address.js'
import { listUsableAddresses } from './addresses.js'

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

/** Orders add addresses up to this number per account. Customers can enter more by hand. */
const maxSavedAddresses = 50

const placeFields = ['line1', 'line2', 'zip', 'city', 'country_id', 'state_id'] as const
const nameFields = ['first_name', 'last_name', 'company'] as const

interface CheckoutContact {
  readonly phone: string
  readonly billing: AddressTexts | null
  /** null: the goods go to the billing address. */
  readonly delivery: AddressTexts | null
}

type SavedAddress = Awaited<ReturnType<typeof listUsableAddresses>>[number]['values']

/** True for the same place and name. A stored address without a name has the customer's name. */
function isSameAddress(stored: SavedAddress, entered: AddressTexts): boolean {
  const hasName = nameFields.some((name) => stored[name] !== '')
  const isSamePlace = placeFields.every((name) => stored[name] === entered[name])
  return isSamePlace && (!hasName || nameFields.every((name) => stored[name] === entered[name]))
}

/** Saves checkout input in the customer's account: new addresses, and the name, company and phone if the account has none. */
export async function saveContactToAccount(
  work: ShopperContext,
  customerId: number,
  { phone, billing, delivery }: CheckoutContact,
): Promise<void> {
  const savedAddresses = (await listUsableAddresses(work, customerId)).map(({ values }) => values)
  const hasDefault = (name: 'is_default_billing' | 'is_default_delivery'): boolean =>
    savedAddresses.some((savedAddress) => savedAddress[name] === true)
  const isSeparate =
    delivery !== null && !(billing && [...placeFields, ...nameFields].every((name) => delivery[name] === billing[name]))
  const save = async (entered: AddressTexts | null, kind: 'billing' | 'both' | 'delivery'): Promise<void> => {
    if (
      entered === null ||
      savedAddresses.length >= maxSavedAddresses ||
      savedAddresses.some((savedAddress) => isSameAddress(savedAddress, entered))
    )
      return
    const { country_id } = entered
    if (country_id === null) return
    const required = { line1: entered.line1, city: entered.city, country_id }
    const fields = Object.fromEntries(orderAddressFields.map((name) => [name, entered[name]]))
    const is_default_billing = kind !== 'delivery' && !hasDefault('is_default_billing')
    const is_default_delivery = kind !== 'billing' && !hasDefault('is_default_delivery')
    await work.write(address, { ...fields, ...required, customer_id: customerId, kind, is_default_billing, is_default_delivery })
  }
  await save(billing, isSeparate ? 'billing' : 'both')
  if (isSeparate) await save(delivery, 'delivery')
  await fillEmptyContactFields(work, customerId, phone, billing)
}

/** Fills in empty fields only. */
async function fillEmptyContactFields(
  work: ShopperContext,
  customerId: number,
  phone: string,
  billing: AddressTexts | null,
): Promise<void> {
  const account = (await work.read(customer, customerId))?.values
  if (!account) return
  const isNameless = account.first_name === '' && account.last_name === ''
  const fields = {
    ...(isNameless && billing && { first_name: billing.first_name, last_name: billing.last_name }),
    ...(account.company === '' && billing && { company: billing.company }),
    ...(account.phone === '' && { phone }),
  }
  if (Object.values(fields).some((text) => text !== '')) await work.write(customer, fields, { id: customerId, trusted: true })
}
