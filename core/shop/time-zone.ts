// The shop's time zone and current date.
import { dayOf } from '../foundation/time-zone.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import type { ServiceContext } from '../storage/service-context.js'

export const readShopTimeZone = (work: ServiceContext): Promise<string> => readTimeZone(work.moment.snapshot, work.on)

/** Today's date in the shop's time zone. */
export const readShopToday = async (work: ServiceContext): Promise<string> => dayOf(work.now, await readShopTimeZone(work))
