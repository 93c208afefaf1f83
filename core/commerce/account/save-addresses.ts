// Saves checkout input in the customer's account: new addresses, and the name, company and phone if the account has none.
import { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import { addressFields } from '../checkout/address.js'
import type { AddressTexts } from '../document/define.js'
import type { Visit } from '../visit.js'
import { usableAddresses } from './addresses.js'

/** Orders add addresses up to this number per account. Customers can enter more by hand. */
const mostSaved = 50

const places = ['line1', 'line2', 'zip', 'city', 'country_id', 'state_id'] as const
const names = ['first_name', 'last_name', 'company'] as const

interface Contact {
  readonly phone: string
  readonly billing: AddressTexts | null
  /** null: the goods go to the billing address. */
  readonly delivery: AddressTexts | null
}

type Stored = Awaited<ReturnType<typeof usableAddresses>>[number]['values']

/** True for the same place and name. A stored address without a name has the customer's name. */
function isSame(stored: Stored, entered: AddressTexts): boolean {
  const hasName = names.some((name) => stored[name] !== '')
  const isSamePlace = places.every((name) => stored[name] === entered[name])
  return isSamePlace && (!hasName || names.every((name) => stored[name] === entered[name]))
}

export async function saveToAccount(work: Visit, customerId: number, { phone, billing, delivery }: Contact): Promise<void> {
  const known = (await usableAddresses(work, customerId)).map(({ values }) => values)
  const hasDefault = (name: 'is_default_billing' | 'is_default_delivery'): boolean => known.some((one) => one[name] === true)
  const isSeparate = delivery !== null && !(billing && [...places, ...names].every((name) => delivery[name] === billing[name]))
  const save = async (entered: AddressTexts | null, kind: 'billing' | 'both' | 'delivery'): Promise<void> => {
    if (entered === null || known.length >= mostSaved || known.some((one) => isSame(one, entered))) return
    const { country_id } = entered
    if (country_id === null) return
    const required = { line1: entered.line1, city: entered.city, country_id }
    const fields = Object.fromEntries(addressFields.map((name) => [name, entered[name]]))
    const is_default_billing = kind !== 'delivery' && !hasDefault('is_default_billing')
    const is_default_delivery = kind !== 'billing' && !hasDefault('is_default_delivery')
    await work.write(address, { ...fields, ...required, customer_id: customerId, kind, is_default_billing, is_default_delivery })
  }
  await save(billing, isSeparate ? 'billing' : 'both')
  if (isSeparate) await save(delivery, 'delivery')
  await saveName(work, customerId, phone, billing)
}

/** Fills in empty fields only. */
async function saveName(work: Visit, customerId: number, phone: string, billing: AddressTexts | null): Promise<void> {
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
