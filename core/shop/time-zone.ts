// The shop's time zone and current date.
import { dayOf } from '../foundation/time-zone.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import type { Work } from '../storage/work.js'

export const readShopTimeZone = (work: Work): Promise<string> => readTimeZone(work.moment.snapshot, work.on)

/** Today's date in the shop's time zone. */
export const readShopToday = async (work: Work): Promise<string> => dayOf(work.now, await readShopTimeZone(work))
