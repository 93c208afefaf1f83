// The shipping methods offered for a weight at the shop's destination, and the price of each.
import { type Amount, toAmount, nullIfOverflow } from '../../engine/money/amount.js'
import { type DeliveryTerms, calculateDeliveryCharge } from '../../engine/money/charge.js'
import type { Total } from '../../engine/money/goods.js'
import { findById } from '../../foundation/find-by-id.js'
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { shipper } from '../../model/entities/store/shipper.js'
import { shippingMethod } from '../../model/entities/store/shipping-method.js'
import { zone } from '../../model/entities/store/zone.js'
import type { Shop } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'

type ShippingMethod = RecordOf<typeof shippingMethod>

/** Amounts are in the shop's currency. */
export interface DeliveryOffer extends Total {
  readonly id: number
  /** In the shop's language, like `shipper`. */
  readonly title: string
  readonly shipper: string
  readonly days: number | null
  readonly terms: DeliveryTerms
}

/** False if the shop has disabled delivery. Documents then have no delivery. */
export function isDeliveryEnabled({ settings }: Shop): boolean {
  return settings.disable_delivery !== true
}

/** Both limits are inclusive. null or 0: no limit. */
function canCarry({ min_weight: min, max_weight: max }: ShippingMethod, weight: Amount): boolean {
  return (!min || toAmount(min) <= weight) && (!max || weight <= toAmount(max))
}

async function findZoneIds(work: ServiceContext, countryId: number | null): Promise<ReadonlySet<number>> {
  const zones = await work.records(zone)
  return new Set(zones.filter(({ country_ids: ids }) => countryId !== null && ids.includes(countryId)).map(({ id }) => id))
}

/**
 * The published methods of all zones of the destination country that carry the weight, by net price, then ordering, then id. The first is
 * the default. Empty if the country is unknown, no method carries the weight, or delivery is disabled. Methods whose price overflows are
 * left out. @param weight of all pieces, in the settings' weight unit
 */
export async function findDeliveryOffers(work: ServiceContext, shop: Shop, weight: Amount): Promise<readonly DeliveryOffer[]> {
  if (!isDeliveryEnabled(shop)) return []
  const zones = await findZoneIds(work, shop.destination.country_id)
  const shippers = await work.records(shipper)
  const title = (record: { readonly title: string } | undefined): string =>
    record === undefined ? '' : getRecordText(record, 'title', shop.language) || record.title
  const fitting = (await work.records(shippingMethod)).filter(
    (method) => method.published === true && zones.has(method.zone_id) && canCarry(method, weight),
  )
  const offers = fitting.flatMap((method) => {
    const terms = { price: method.price ?? 0, rates: shop.taxRates(method.tax_class_id) }
    const price = nullIfOverflow(() => calculateDeliveryCharge(terms, shop.currency))
    if (price === null) return []
    const { net, tax, gross } = price
    const { id, delivery_days: days, ordering } = method
    const offer = {
      id,
      title: title(method),
      shipper: title(findById(shippers, method.shipper_id)),
      days,
      terms,
      net,
      tax,
      gross,
    }
    return [{ offer, ordering: ordering ?? 0 }]
  })
  return offers
    .sort((a, b) => a.offer.net - b.offer.net || a.ordering - b.ordering || a.offer.id - b.offer.id)
    .map(({ offer }) => offer)
}
