// Who buys, or asks for a quote: the account, or a record of a guest's own that is no account.
import { customer } from '../../model/entities/customers/customer.js'
import type { Shop } from '../../shop/shop.js'
import type { Visit } from '../visit.js'
import { defaultGroup } from './customers.js'

/** What a guest has told of himself. */
export interface Buyer {
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly billing: { readonly first_name: string; readonly last_name: string; readonly company: string } | null
  readonly shop: Shop
}

/** The id of the customer record, which a guest is given. */
export async function buyerOf(work: Visit, { email, phone, vat_id, billing, shop }: Buyer): Promise<number> {
  const { customerId } = work.shopper
  if (customerId !== null) return customerId
  return work.write(customer, {
    email,
    first_name: billing?.first_name ?? '',
    last_name: billing?.last_name ?? '',
    company: billing?.company ?? '',
    phone,
    vat_id,
    customer_group_id: shop.customerGroupId ?? (await defaultGroup(work)),
    language_tag: shop.language,
    is_temporary: true,
  })
}
