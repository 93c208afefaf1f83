// The billing and shipping address of a quote, sent with the request or on acceptance.
import { ValidationError } from '../../foundation/errors.js'
import { taxRate } from '../../model/entities/store/tax-rate.js'
import type { Place } from '../../shop/destination.js'
import type { Work } from '../../storage/work.js'
import { inWords, storedAddress, toldAddress } from '../checkout/address.js'
import type { AddressTexts } from '../document/define.js'
import type { Visit } from '../visit.js'
import type { ToldAddresses } from './define.js'

/** Addresses with place names as text, as stored. null: not submitted. */
export interface Addresses {
  readonly billing: AddressTexts | null
  /** null: the goods are shipped to the billing address. */
  readonly delivery: AddressTexts | null
}

/** ValidationError on the fields of a submitted address. */
export async function toldAddresses(visit: Visit, input: ToldAddresses, language: string): Promise<Addresses> {
  const told = async (kind: 'billing' | 'delivery'): Promise<AddressTexts | null> => {
    const [fields, id] = [input[kind], input[`${kind}_address_id`]]
    if (fields !== undefined && id !== undefined) {
      throw ValidationError.of(kind, `Send either '${kind}' or '${kind}_address_id', not both.`)
    }
    if (fields) return toldAddress(visit, kind, fields, language)
    return id === undefined ? null : storedAddress(visit, kind, id, language)
  }
  return { billing: await told('billing'), delivery: await told('delivery') }
}

/** The same addresses, with the current names of the places. */
export async function addressesInWords(
  work: Work,
  { billing, delivery }: { readonly [Kind in keyof Addresses]: Parameters<typeof inWords>[1] | null },
  language: string,
): Promise<Addresses> {
  return {
    billing: billing && (await inWords(work, billing, language)),
    delivery: delivery && (await inWords(work, delivery, language)),
  }
}

const finer = ['state_id', 'county_id', 'city_id'] as const

/** True if both places are taxed alike: they share the country, and no tax rate exists for a state, county or city in which they differ. */
export async function isTaxedAlike(work: Work, priced: Place, told: Place): Promise<boolean> {
  if (priced.country_id !== told.country_id) return false
  const rates = await work.records(taxRate)
  const counts = (key: (typeof finer)[number], id: number | null): boolean =>
    id !== null && rates.some((rate) => rate[key] === id)
  return finer.every((key) => priced[key] === told[key] || (!counts(key, priced[key]) && !counts(key, told[key])))
}
