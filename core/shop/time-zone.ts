// The time zone and the current day of the shop that a unit of work reads.
import { dayOf } from '../foundation/time-zone.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import type { Work } from '../storage/work.js'

export const shopTimeZone = (work: Work): Promise<string> => readTimeZone(work.moment.snapshot, work.on)

/** Today in the shop. */
export const shopToday = async (work: Work): Promise<string> => dayOf(work.now, await shopTimeZone(work))
