// The billing and shipping address of a quote, sent with the request or on acceptance.
import { taxRate } from '../../model/entities/store/tax-rate.js'
import type { TaxPlace } from '../../shop/destination.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { AddressTexts } from '../document/define.js'
import { toAddressTexts } from '../document/rows.js'
import type { SubmittedAddresses } from '../checkout/define.js'
import { validateSubmittedAddress } from '../checkout/address.js'
import type { ShopperContext } from '../shopper-context.js'

/** Addresses with place names as text, as stored. null: not submitted. */
export interface QuoteAddresses {
  readonly billing: AddressTexts | null
  /** null: the goods are shipped to the billing address. */
  readonly delivery: AddressTexts | null
}

/** ValidationError on the fields of a submitted address. */
export async function validateQuoteAddresses(
  shopperContext: ShopperContext,
  input: SubmittedAddresses,
  language: string,
): Promise<QuoteAddresses> {
  return {
    billing: await validateSubmittedAddress(shopperContext, 'billing', input, language),
    delivery: await validateSubmittedAddress(shopperContext, 'delivery', input, language),
  }
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
