// The destination that determines taxes: an address, else the place that a guest named, else the shop's own country.
import type { RecordOf } from '../foundation/property/typing.js'
import { address } from '../model/entities/customers/address.js'
import { customer } from '../model/entities/customers/customer.js'
import { party } from '../model/entities/customers/party.js'
import type { ServiceContext } from '../storage/service-context.js'
import type { Shopper } from './shopper.js'
import type { Destination } from './tax.js'

export type TaxPlace = Pick<Destination, 'country_id' | 'state_id' | 'county_id' | 'city_id'>

/** The country and state that a shopper named. */
export type EnteredPlace = Pick<TaxPlace, 'country_id' | 'state_id'>

/** Data that is known in addition to the account. */
export interface DestinationInput {
  /** The current document's address. Takes precedence over the account's address. */
  readonly address?: TaxPlace | null | undefined
  /** The place that the guest named. Used if there is no address. */
  readonly told?: EnteredPlace | null | undefined
  /** The VAT id of the current document. Used if its customer has none. */
  readonly vatId?: string | undefined
}

/** The named place of a stored record. */
export const toEnteredPlace = ({ country_id, state_id }: EnteredPlace): EnteredPlace => ({ country_id, state_id })

const createPlace = (country_id: number | null, state_id: number | null = null): TaxPlace => {
  return { country_id, state_id, county_id: null, city_id: null }
}

/** Empty if the VAT register has reported the id as invalid. */
function getValidVatId({ vat_id, vat_id_status }: Pick<RecordOf<typeof customer>, 'vat_id' | 'vat_id_status'>): string {
  return vat_id_status === 'invalid' ? '' : vat_id
}

/** The default delivery address of the account or of its party. */
async function findDeliveryPlace(
  work: ServiceContext,
  owner: 'customer_id' | 'party_id',
  id: number,
): Promise<TaxPlace | undefined> {
  const addresses = await work.list(address, { column: owner, values: [id] })
  return addresses.find((candidate) => candidate.values.is_default_delivery)?.values
}

function createDestination(place: TaxPlace, vat_id: string, tax_exempt: boolean): Destination {
  const { country_id, state_id, county_id, city_id } = place
  return { country_id, state_id, county_id, city_id, vat_id, tax_exempt }
}

export async function resolveDestination(
  work: ServiceContext,
  shopper: Shopper,
  homeCountryId: number | null,
  { address: enteredAddress, told: enteredPlace, vatId = '' }: DestinationInput = {},
): Promise<Destination> {
  const home = work.moment.snapshot.settings.default_country_id ?? homeCountryId
  const place =
    enteredAddress ?? (enteredPlace?.country_id ? createPlace(enteredPlace.country_id, enteredPlace.state_id) : createPlace(home))
  if (shopper.customerId === null) return createDestination(place, vatId, false)
  const buyer = await work.read(customer, shopper.customerId)
  if (!buyer) return createDestination(place, vatId, false)
  const { party_id: partyId } = buyer.values
  const own = await findDeliveryPlace(work, 'customer_id', shopper.customerId)
  const delivery = own ?? (partyId === null ? undefined : await findDeliveryPlace(work, 'party_id', partyId))
  const represented = partyId === null ? undefined : (await work.read(party, partyId))?.values
  const holder = [buyer.values, represented].find((owner) => owner?.vat_id)
  const counted = holder ? getValidVatId(holder) : vatId
  return createDestination(delivery && !enteredAddress ? delivery : place, counted, represented?.tax_exempt === true)
}
