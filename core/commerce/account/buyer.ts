// The customer of an order or a quote: the account, or a new temporary record for a guest.
import { customer } from '../../model/entities/customers/customer.js'
import type { Shop } from '../../shop/shop.js'
import type { AddressTexts } from '../document/define.js'
import type { ShopperContext } from '../shopper-context.js'
import { readDefaultGroupId } from './customers.js'
import { saveContactToAccount } from './save-addresses.js'

/** The buyer's input. */
export interface Buyer {
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly billing: AddressTexts | null
  /** null: the goods go to the billing address. */
  readonly delivery: AddressTexts | null
  readonly shop: Shop
}

/** The id of the customer record. A guest gets a new record. For an account, new addresses are saved. */
export async function storeBuyer(
  work: ShopperContext,
  { email, phone, vat_id, billing, delivery, shop }: Buyer,
): Promise<number> {
  const { customerId } = work.shopper
  if (customerId !== null) {
    await saveContactToAccount(work, customerId, { phone, billing, delivery })
    return customerId
  }
  return work.write(customer, {
    email,
    first_name: billing?.first_name ?? '',
    last_name: billing?.last_name ?? '',
    company: billing?.company ?? '',
    phone,
    vat_id,
    customer_group_id: shop.customerGroupId ?? (await readDefaultGroupId(work)),
    language_tag: shop.language,
    is_temporary: true,
  })
}
