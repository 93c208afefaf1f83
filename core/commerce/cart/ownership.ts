// Whose carts are: the rules that the host gives, because the host knows its people.
import { NotFoundError } from '../../foundation/errors.js'
import type { Shopper } from '../../shop/shopper.js'

/** Who a cart belongs to: an account, or whoever holds the token. */
export interface CartRules {
  /** True if a guest may have a cart of his own, reached by its token. */
  readonly guests: boolean
  /** What becomes of a guest's open cart when he is recognised: its positions join his open cart, or it becomes his as it is. */
  readonly atLogin: 'merge' | 'move'
  /** Whether the visitor may see and change the cart; the token was compared before. */
  owns(
    cart: { readonly customerId: number | null },
    visitor: { readonly shopper: Shopper; readonly holdsToken: boolean },
  ): boolean
}

export const hostOwnsCommerce = 'The host owns cart, checkout and orders.'
export const serviceOwnsCarts = 'Carts are kept here: line items are for hosts that own the cart.'

/** The host's rules; NOT_FOUND where the carts are its own. */
export function cartRules({ rules }: { readonly rules: { readonly carts: CartRules | null } }): CartRules {
  if (rules.carts === null) throw new NotFoundError(hostOwnsCommerce)
  return rules.carts
}
