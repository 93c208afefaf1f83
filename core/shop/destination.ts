// Where the goods go and to whom, as far as taxes ask: an address, else where a guest says he is, else the shop's own country.
import type { RecordOf } from '../foundation/property/typing.js'
import { address } from '../model/entities/customers/address.js'
import { customer } from '../model/entities/customers/customer.js'
import { party } from '../model/entities/customers/party.js'
import type { Work } from '../storage/work.js'
import type { Shopper } from './shopper.js'
import type { Destination } from './tax.js'

export type Place = Pick<Destination, 'country_id' | 'state_id' | 'county_id' | 'city_id'>

/** Where somebody says that he is. */
export type Told = Pick<Place, 'country_id' | 'state_id'>

/** What is known beside the account. */
export interface Whereabouts {
  /** Of the document in hand: decides before the account's own address. */
  readonly address?: Place | null | undefined
  /** Where the guest says that he is: decides where there is no address. */
  readonly told?: Told | null | undefined
  /** Of the document in hand, where its customer has none. */
  readonly vatId?: string | undefined
}

/** Of a record that keeps it. */
export const toldOf = ({ country_id, state_id }: Told): Told => ({ country_id, state_id })

const within = (country_id: number | null, state_id: number | null = null): Place => {
  return { country_id, state_id, county_id: null, city_id: null }
}

/** None where a register has answered that it was given to nobody. */
function countedId({ vat_id, vat_id_status }: Pick<RecordOf<typeof customer>, 'vat_id' | 'vat_id_status'>): string {
  return vat_id_status === 'invalid' ? '' : vat_id
}

/** Where the account, or the party for whom it orders, has things delivered unless somebody says otherwise. */
async function deliveryPlace(work: Work, owner: 'customer_id' | 'party_id', id: number): Promise<Place | undefined> {
  const addresses = await work.list(address, { column: owner, values: [id] })
  return addresses.find((one) => one.values.is_default_delivery)?.values
}

function destinationAt(place: Place, vat_id: string, tax_exempt: boolean): Destination {
  const { country_id, state_id, county_id, city_id } = place
  return { country_id, state_id, county_id, city_id, vat_id, tax_exempt }
}

export async function destinationOf(
  work: Work,
  shopper: Shopper,
  homeCountryId: number | null,
  { address: given, told, vatId = '' }: Whereabouts = {},
): Promise<Destination> {
  const home = work.moment.snapshot.settings.default_country_id ?? homeCountryId
  const place = given ?? (told?.country_id ? within(told.country_id, told.state_id) : within(home))
  if (shopper.customerId === null) return destinationAt(place, vatId, false)
  const buyer = await work.read(customer, shopper.customerId)
  if (!buyer) return destinationAt(place, vatId, false)
  const { party_id: partyId } = buyer.values
  const own = await deliveryPlace(work, 'customer_id', shopper.customerId)
  const delivery = own ?? (partyId === null ? undefined : await deliveryPlace(work, 'party_id', partyId))
  const represented = partyId === null ? undefined : (await work.read(party, partyId))?.values
  const holder = [buyer.values, represented].find((one) => one?.vat_id)
  const counted = holder ? countedId(holder) : vatId
  return destinationAt(delivery && !given ? delivery : place, counted, represented?.tax_exempt === true)
}
