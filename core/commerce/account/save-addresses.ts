// Saves checkout input in the customer's account: new addresses, and the name, company and phone if the account has none.
import { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import { orderAddressFields } from '../checkout/address.js'
import type { AddressTexts } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import { listUsableAddresses } from './addresses.js'

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
