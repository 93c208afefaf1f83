// Where the goods go and to whom, as far as taxes ask: the account's delivery address, else the shop's own country.
import { address as addressEntity } from '../model/entities/customers/address.js'
import { customer as customerEntity } from '../model/entities/customers/customer.js'
import { party as partyEntity } from '../model/entities/customers/party.js'
import type { Work } from '../storage/work.js'
import type { Shopper } from './shopper.js'
import type { Destination } from './tax.js'

const id = (value: unknown): number | null => (typeof value === 'number' ? value : null)

export async function destinationOf(work: Work, shopper: Shopper, homeCountryId: number | null): Promise<Destination> {
  const nowhere = { country_id: null, state_id: null, county_id: null, city_id: null, vat_id: '', tax_exempt: false }
  const standard = { ...nowhere, country_id: id(work.moment.snapshot.settings.default_country_id) ?? homeCountryId }
  if (shopper.customerId === null) return standard
  const customer = await work.read(customerEntity, shopper.customerId)
  if (!customer) return standard
  const addresses = await work.list(addressEntity, { column: 'customer_id', values: [shopper.customerId] })
  const address = addresses.find((one) => one.values.is_default_delivery === true)?.values
  const partyId = id(customer.values.party_id)
  const party = partyId === null ? undefined : (await work.read(partyEntity, partyId))?.values
  const own = typeof customer.values.vat_id === 'string' ? customer.values.vat_id : ''
  return {
    country_id: id(address?.country_id) ?? standard.country_id,
    state_id: id(address?.state_id),
    county_id: id(address?.county_id),
    city_id: id(address?.city_id),
    vat_id: own || (typeof party?.vat_id === 'string' ? party.vat_id : ''),
    tax_exempt: party?.tax_exempt === true,
  }
}
