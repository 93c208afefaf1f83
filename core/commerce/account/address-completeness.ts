// Checks that an address has every field that an order needs, by its country. Checkout and account use the same rule.
import { findById } from '../../foundation/find-by-id.js'
import type { Issue } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { address } from '../../model/entities/customers/address.js'
import { customer } from '../../model/entities/customers/customer.js'
import { country } from '../../model/entities/store/country.js'
import { state } from '../../model/entities/store/state.js'
import { type AddressParts, findMissingAddressFields } from '../../shop/address-rules.js'
import { translateShopMessage } from '../../shop/texts.js'
import type { ServiceContext } from '../../storage/service-context.js'

type AddressNames = Pick<RecordOf<typeof address>, 'company' | 'first_name' | 'last_name'>

/** The required address fields that are missing, by the rules of the country. Messages are in the language. */
export async function findMissingFields(
  work: ServiceContext,
  parts: AddressParts & { readonly country_id: number | null },
  language: string,
): Promise<readonly Issue[]> {
  const own = findById(await work.records(country), parts.country_id)
  const hasStates = (await work.records(state)).some((record) => record.country_id === own?.id)
  return findMissingAddressFields(parts, own ? { code: own.iso2, hasStates } : null).map((issue) => ({
    ...issue,
    message: translateShopMessage(work.context.registry, language, issue.message),
  }))
}

/** Adds the customer's name and company if the address has none. */
export async function fillCustomerName<T extends AddressNames>(
  work: ServiceContext,
  parts: T,
  customerId: number | null,
): Promise<T> {
  if (customerId === null || parts.first_name !== '' || parts.last_name !== '' || parts.company !== '') return parts
  const owner = (await work.read(customer, customerId))?.values
  return owner ? { ...parts, first_name: owner.first_name, last_name: owner.last_name, company: owner.company } : parts
}
