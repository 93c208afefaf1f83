// Whether a quote tells its prices: to those whose group sees none, the shop tells them by sending it.
import { findById } from '../../foundation/find-by-id.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'
import type { Work } from '../../storage/work.js'

/** What of a quote decides on it. */
interface Asked {
  readonly status: string
  readonly customer_group_id: number | null
}

/** False for a quote that was not sent yet, of somebody whose customer group sees no prices. */
export async function showsPrices(work: Work, { status, customer_group_id: id }: Asked): Promise<boolean> {
  if (status !== 'requested') return true
  return findById(await work.records(customerGroup), id)?.may_see_prices !== false
}
