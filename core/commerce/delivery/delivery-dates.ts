// The expected delivery of goods as a range of days, from the dispatch times of the products and the delivery days of a shipping method.
import { createLruCache } from '../../foundation/lru-cache.js'
import { addDays } from '../../foundation/time-zone.js'
import { object, type Shape, text, withName } from '../../model/verb/shape.js'

/** The first and the last expected day, `2026-12-12`, in the shop's time zone. `text`: both in words, without the year of the order. */
export interface DeliveryDates {
  readonly earliest: string
  readonly latest: string
  readonly text: string
}

export const deliveryDatesShape: Shape<DeliveryDates> = withName(
  'DeliveryDates',
  object({
    earliest: text('The first expected day, such as `2026-12-12`, in the time zone of the shop.'),
    latest: text('The last expected day. Equals `earliest` if one day is expected.'),
    text: text('The range for people, in the language of the reply, such as `12 – 14 December`.'),
  }),
)

export interface DeliveryTimes {
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
