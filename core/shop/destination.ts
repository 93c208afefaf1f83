// Where the goods go and to whom, as far as taxes ask: the account's delivery address, else the shop's own country.
import type { PropertyMap } from '../ground/property/kind.js'
import { address } from '../model/entities/customers/address.js'
import { customer } from '../model/entities/customers/customer.js'
import { party } from '../model/entities/customers/party.js'
import type { EntityDefinition } from '../model/entity/define.js'
import { requireEntity } from '../model/registry.js'
import type { Context, Moment } from '../storage/context.js'
import { loadRecords } from '../storage/record/load.js'
import type { Shopper } from './shopper.js'
import type { Destination } from './tax.js'

export async function destinationOf(
  context: Context,
  moment: Moment,
  shopper: Shopper,
  homeCountryId: number | null,
): Promise<Destination> {
  const nowhere = { country_id: null, state_id: null, county_id: null, city_id: null, vat_id: '', tax_exempt: false }
  const standard = { ...nowhere, country_id: moment.snapshot.settings.default_country_id ?? homeCountryId }
  if (shopper.customerId === null) return standard
  const load = <P extends PropertyMap>(entity: EntityDefinition<P>, column: string, value: number) =>
    loadRecords(context.database, requireEntity(context.registry, entity), [], { column, values: [value] })
  const [buyer] = await load(customer, 'id', shopper.customerId)
  if (!buyer) return standard
  const { party_id: partyId, vat_id: own } = buyer.values
  const addresses = await load(address, 'customer_id', shopper.customerId)
  const delivery = addresses.find((one) => one.values.is_default_delivery)?.values
  const represented = partyId === null ? undefined : (await load(party, 'id', partyId))[0]?.values
  return {
    country_id: delivery?.country_id ?? standard.country_id,
    state_id: delivery?.state_id ?? null,
    county_id: delivery?.county_id ?? null,
    city_id: delivery?.city_id ?? null,
    vat_id: own || (represented?.vat_id ?? ''),
    tax_exempt: represented?.tax_exempt === true,
  }
}
