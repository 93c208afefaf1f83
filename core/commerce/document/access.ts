// Decides who may see an order or a quote: the token is enough for a guest's document, an account's needs the account too.
import { customer } from '../../model/entities/customers/customer.js'
import { cart } from '../../model/entities/orders/cart.js'
import { requireCartRules, type ShopperContext } from '../shopper-context.js'

/** The fields of an order or a quote that determine its owner. */
interface DocumentOwner {
  readonly customer_id: number | null
  readonly cart_id: number | null
}

/**
 * True if the customer record is temporary, or if it was deleted and the cart belongs to a guest. An account cannot be deleted before its
 * carts. If the cart is gone too, the owner is unknown and access is denied.
 */
async function isGuestDocument(
  shopperContext: ShopperContext,
  { customer_id: id, cart_id: cartId }: DocumentOwner,
): Promise<boolean> {
  if (id === null) return true
  const buyer = await shopperContext.read(customer, id)
  if (buyer) return buyer.values.is_temporary === true
  const from = cartId === null ? null : await shopperContext.read(cart, cartId)
  return from !== null && from.values.customer_id === null
}

/**
 * True if the visitor, who presented the token, may see the document. For a guest's document the token is enough; an account's document
 * needs that account too. If the visit names no shopper, the service itself reads it.
 */
export async function canAccessDocument(shopperContext: ShopperContext, of: DocumentOwner): Promise<boolean> {
  const { namedShopper: owner } = shopperContext
  if (owner === null) return true
  const customerId = (await isGuestDocument(shopperContext, of)) ? null : of.customer_id
  return customerId === null || requireCartRules(shopperContext).owns({ customerId }, { shopper: owner, holdsToken: true })
}
