// The delivery and payment methods offered to a shopper, with their prices and the dates of delivery, and the methods that lack settings.
import { type Amount, toAmount, nullIfOverflow } from '../../engine/money/amount.js'
import {
  type DeliveryTerms,
  calculateDeliveryCharge,
  type ChargedGoods,
  type PaymentTerms,
  calculatePaymentCharge,
} from '../../engine/money/document.js'
import type { Total } from '../../engine/money/goods.js'
import { findById } from '../../storage/record/snapshot.js'
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { shipper } from '../../model/entities/store/shipper.js'
import { shippingMethod } from '../../model/entities/store/shipping-method.js'
import { zone } from '../../model/entities/store/zone.js'
import type { Shop } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { createLruCache } from '../../foundation/lru-cache.js'
import { addDays } from '../../foundation/clock.js'
import { object, type Shape, text, withName } from '../../model/verb/shape.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { store } from '../../model/entities/store/store.js'
import { listMissingParams, listMissingStoreFields } from '../../model/payment/params.js'

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

/** The first and the last expected day, `2026-12-12`, in the shop's time zone. `text`: both in words, without the year of the order. */
export interface DeliveryDates {
  readonly earliest: string
  readonly latest: string
  readonly text: string
}

/**
 * The expected delivery of goods as a range of days, from the dispatch times of the products and the delivery days of a shipping method.
 */
export const deliveryDatesShape: Shape<DeliveryDates> = withName(
  'DeliveryDates',
  object({
    earliest: text('The first expected day, such as `2026-12-12`, in the time zone of the shop.'),
    latest: text('The last expected day. Equals `earliest` if one day is expected.'),
    text: text('The range for people, in the language of the reply, such as `12 – 14 December`.'),
  }),
)

interface DeliveryTimes {
  /** Days until each product is ready to ship. null: ready on the day of the order. */
  readonly dispatchTimes: readonly (number | null)[]
  /** Days that the shipping method takes at most. null or 0: unknown. */
  readonly deliveryDays: number | null
}

/** Days. A longer time is a wrong entry, and dates beyond the range of `Date` do not exist. */
const maxTotalDays = 3_650

/** Days between the first and the last expected day, at most. */
const maxSpread = 2

/**
 * Calendar days from the order to the last expected day: the longest dispatch time, because an order is shipped together, and the delivery
 * days. null if the delivery days are unknown.
 */
export function computeTotalDays({ dispatchTimes, deliveryDays }: DeliveryTimes): number | null {
  if (!deliveryDays) return null
  const total = Math.max(0, ...dispatchTimes.map((days) => days ?? 0)) + deliveryDays
  return total > maxTotalDays ? null : total
}

/** Formatting a range takes 0.1 ms, and every step of a purchase shows the same dates. */
const datesCache = createLruCache<string, DeliveryDates>(500)

/** Creating a format takes longer than using it. */
const formatCache = createLruCache<string, Intl.DateTimeFormat>(100)

function getDayFormat(language: string, showsYear: boolean): Intl.DateTimeFormat {
  const key = `${language} ${showsYear}`
  const cached = formatCache.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(showsYear && { year: 'numeric' }),
    timeZone: 'UTC',
    calendar: 'gregory',
  })
  formatCache.set(key, format)
  return format
}

/**
 * The delivery days of a shipping method are its longest time, so the first expected day is up to two days earlier than the last one, but
 * at least one day after dispatch. null if the delivery days are unknown.
 * @param orderDay the day of the order in the shop's time zone; before the order, today
 */
export function computeDeliveryDates(times: DeliveryTimes, orderDay: string, language: string): DeliveryDates | null {
  const totalDays = computeTotalDays(times)
  if (totalDays === null) return null
  const spread = Math.min(times.deliveryDays! - 1, maxSpread)
  const key = `${language} ${orderDay} ${totalDays} ${spread}`
  const cached = datesCache.get(key)
  if (cached) return cached
  const dates = formatDates(orderDay, totalDays, spread, language)
  datesCache.set(key, dates)
  return dates
}

function formatDates(orderDay: string, totalDays: number, spread: number, language: string): DeliveryDates {
  const latest = addDays(orderDay, totalDays)
  const earliest = addDays(latest, -spread)
  const isSameYear = [earliest, latest].every((day) => day.slice(0, 4) === orderDay.slice(0, 4))
  const format = getDayFormat(language || 'en', !isSameYear)
  return { earliest, latest, text: format.formatRange(Date.parse(earliest), Date.parse(latest)) }
}

/** The issue for an id that is not among the offers. */
export function createNotOfferedIssue(field: string, offers: readonly { readonly id: number; readonly title: string }[]): Issue {
  const names = offers.map(({ id, title }) => `${id} ('${title}')`)
  const message =
    names.length === 0 ? createMessage('shop.nothingOffered', { field }) : createMessage('shop.notOffered', { field, names })
  return createIssue(field, message, 'NOT_OFFERED')
}

type PaymentMethod = RecordOf<typeof paymentMethod>

/** Amounts are in the shop's currency. A negative amount is a rebate. */
export interface PaymentOffer extends Total {
  readonly id: number
  /** In the shop's language, like the description. */
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
  readonly terms: PaymentTerms
}

/**
 * The payment methods offered to a shopper, the charge of each for the goods with delivery, and the methods with missing settings.
 */
interface PaymentOfferRequest {
  /** null if there is no billing address: the country of delivery decides. */
  readonly billingCountryId: number | null
  /** The document without a payment. */
  readonly goods: ChargedGoods
}

/** An empty list includes everyone. An unknown id is in no other list. */
const isIncluded = (ids: readonly number[], id: number | null): boolean => ids.length === 0 || (id !== null && ids.includes(id))

function toPaymentTerms({ price, percentage, price_min, price_max, tax_class_id }: PaymentMethod, shop: Shop): PaymentTerms {
  const rates = tax_class_id === null ? null : shop.taxRates(tax_class_id)
  return { price: price ?? 0, percentage: percentage ?? 0, min: price_min, max: price_max, rates }
}

/**
 * The published methods for the country and the shopper's group, by ordering, then id. The first is the default. A method is left out if
 * its provider is not installed, if required parameters or fields of the store are missing, or if its charge
 * overflows.
 */
export async function findPaymentOffers(
  work: ServiceContext,
  shop: Shop,
  request: PaymentOfferRequest,
): Promise<readonly PaymentOffer[]> {
  const { goods, billingCountryId } = request
  const countryId = billingCountryId ?? shop.destination.country_id
  const { paymentProviders } = work.context.registry
  const incompleteIds = new Set((await listIncompleteMethods(work)).map(({ id }) => id))
  const offered = (await work.records(paymentMethod)).filter(
    (method) =>
      method.published === true &&
      paymentProviders.has(method.connector) &&
      !incompleteIds.has(method.id) &&
      isIncluded(method.country_ids, countryId) &&
      isIncluded(method.customer_group_ids, shop.customerGroupId),
  )
  const text = (method: PaymentMethod, field: 'title' | 'description'): string =>
    getRecordText(method, field, shop.language) || method[field]
  return offered
    .toSorted((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
    .flatMap((method): readonly PaymentOffer[] => {
      const terms = toPaymentTerms(method, shop)
      const price = nullIfOverflow(() => calculatePaymentCharge(terms, goods, shop.currency))
      if (price === null) return []
      const { net, tax, gross } = price
      const { id, connector } = method
      const description = text(method, 'description')
      return [{ id, title: text(method, 'title'), description, connector, terms, net, tax, gross }]
    })
}

interface IncompleteMethod {
  readonly id: number
  readonly title: string
  /** Labels of the missing parameters. */
  readonly missing: readonly string[]
  /** Labels of the missing fields of the store. */
  readonly missingInStore: readonly string[]
}

type PaymentMethods = readonly PaymentMethod[]

/** Cached by the list of all payment methods, which is replaced on every change of the shop's data, also of the store. */
const incompleteMethodsCache = new WeakMap<PaymentMethods, readonly IncompleteMethod[]>()

/** The published methods that lack something. A method whose provider is not installed is not included. */
export async function listIncompleteMethods(work: ServiceContext): Promise<readonly IncompleteMethod[]> {
  const methods = await work.records(paymentMethod)
  const [ownStore] = await work.records(store)
  const cachedMethods = incompleteMethodsCache.get(methods)
  if (cachedMethods) return cachedMethods
  const { registry } = work.context
  const incompleteMethods = methods.flatMap((method): readonly IncompleteMethod[] => {
    const provider = registry.paymentProviders.get(method.connector)
    if (method.published !== true || !provider) return []
    const missing = listMissingParams(provider, method.params).map(({ label }) => label)
    const missingInStore = listMissingStoreFields(provider, registry, ownStore).map(({ label }) => label)
    return missing.length + missingInStore.length === 0 ? [] : [{ id: method.id, title: method.title, missing, missingInStore }]
  })
  incompleteMethodsCache.set(methods, incompleteMethods)
  return incompleteMethods
}
