// Where the goods go and to whom, as far as taxes ask: the account's delivery address, else the shop's own country.
import { address } from '../model/entities/customers/address.js'
import { customer } from '../model/entities/customers/customer.js'
import { party } from '../model/entities/customers/party.js'
import type { Work } from '../storage/work.js'
import type { Shopper } from './shopper.js'
import type { Destination } from './tax.js'

export async function destinationOf(work: Work, shopper: Shopper, homeCountryId: number | null): Promise<Destination> {
  const nowhere = { country_id: null, state_id: null, county_id: null, city_id: null, vat_id: '', tax_exempt: false }
  const standard = { ...nowhere, country_id: work.moment.snapshot.settings.default_country_id ?? homeCountryId }
  if (shopper.customerId === null) return standard
  const buyer = await work.read(customer, shopper.customerId)
  if (!buyer) return standard
  const { party_id: partyId, vat_id: own } = buyer.values
  const addresses = await work.list(address, { column: 'customer_id', values: [shopper.customerId] })
  const delivery = addresses.find((one) => one.values.is_default_delivery)?.values
  const represented = partyId === null ? undefined : (await work.read(party, partyId))?.values
  return {
    country_id: delivery?.country_id ?? standard.country_id,
    state_id: delivery?.state_id ?? null,
    county_id: delivery?.county_id ?? null,
    city_id: delivery?.city_id ?? null,
    vat_id: own || (represented?.vat_id ?? ''),
    tax_exempt: represented?.tax_exempt === true,
  }
}
