// The billing and shipping address of a quote, sent with the request or on acceptance.
import { ValidationError } from '../../foundation/errors.js'
import { taxRate } from '../../model/entities/store/tax-rate.js'
import type { TaxPlace } from '../../shop/destination.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { toAddressTexts, validateStoredAddress, validateEnteredAddress } from '../checkout/address.js'
import type { AddressTexts } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import type { QuoteAddressInput } from './define.js'
import { createMessage } from '../../foundation/message.js'

/** Addresses with place names as text, as stored. null: not submitted. */
export interface QuoteAddresses {
  readonly billing: AddressTexts | null
  /** null: the goods are shipped to the billing address. */
  readonly delivery: AddressTexts | null
}

/** ValidationError on the fields of a submitted address. */
export async function validateQuoteAddresses(
  shopperContext: ShopperContext,
  input: QuoteAddressInput,
  language: string,
): Promise<QuoteAddresses> {
  const validateKind = async (kind: 'billing' | 'delivery'): Promise<AddressTexts | null> => {
    const [fields, id] = [input[kind], input[`${kind}_address_id`]]
    if (fields !== undefined && id !== undefined) {
      throw ValidationError.of(kind, createMessage('shop.eitherNotBoth', { first: kind, second: `${kind}_address_id` }))
    }
    if (fields) return validateEnteredAddress(shopperContext, kind, fields, language)
    return id === undefined ? null : validateStoredAddress(shopperContext, kind, id, language)
  }
  return { billing: await validateKind('billing'), delivery: await validateKind('delivery') }
}

/** The same addresses, with the current names of the places. */
export async function toQuoteAddresses(
  work: ServiceContext,
  { billing, delivery }: { readonly [Kind in keyof QuoteAddresses]: Parameters<typeof toAddressTexts>[1] | null },
  language: string,
): Promise<QuoteAddresses> {
  return {
    billing: billing && (await toAddressTexts(work, billing, language)),
    delivery: delivery && (await toAddressTexts(work, delivery, language)),
  }
}

const subdivisionFields = ['state_id', 'county_id', 'city_id'] as const

/** True if both places are taxed alike: they share the country, and no tax rate exists for a state, county or city in which they differ. */
export async function hasSameTaxes(work: ServiceContext, priced: TaxPlace, taxPlace: TaxPlace): Promise<boolean> {
  if (priced.country_id !== taxPlace.country_id) return false
  const rates = await work.records(taxRate)
  const counts = (key: (typeof subdivisionFields)[number], id: number | null): boolean =>
    id !== null && rates.some((rate) => rate[key] === id)
  return subdivisionFields.every(
    (key) => priced[key] === taxPlace[key] || (!counts(key, priced[key]) && !counts(key, taxPlace[key])),
  )
}
