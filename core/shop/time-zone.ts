// The shop's time zone and current date.
import { dayOf } from '../foundation/time-zone.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import type { Work } from '../storage/work.js'

export const shopTimeZone = (work: Work): Promise<string> => readTimeZone(work.moment.snapshot, work.on)

/** Today's date in the shop's time zone. */
export const shopToday = async (work: Work): Promise<string> => dayOf(work.now, await shopTimeZone(work))
