// Decides whether a quote shows its prices. Customers without price access see them once the shop has sent the quote.
import { findById } from '../../storage/record/snapshot.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'
import type { ServiceContext } from '../../storage/service-context.js'

/** The fields of a quote that decide whether prices are shown. */
interface QuotePriceFields {
  readonly status: string
  readonly customer_group_id: number | null
}

/** False for a quote that was not sent yet if the customer group sees no prices. */
export async function hasVisiblePrices(
  work: ServiceContext,
  { status, customer_group_id: id }: QuotePriceFields,
): Promise<boolean> {
  if (status !== 'requested') return true
  return findById(await work.records(customerGroup), id)?.may_see_prices !== false
}
