// Cart ownership rules. The host defines them, because it authenticates its users.
import { NotFoundError } from '../../foundation/errors.js'
import type { Shopper } from '../../shop/shopper.js'
import { createMessage } from '../../foundation/message.js'

/** Determines the owner of a cart: an account, or anybody with the token. */
export interface CartRules {
  /** True if guests may have carts, which they access by token. */
  readonly guests: boolean
  /** At login a guest's positions are merged into the account's open cart, or the guest's cart moves to the account. */
  readonly atLogin: 'merge' | 'move'
  /** Whether the visitor may read and change the cart. The caller has compared the token. */
  owns(
    cart: { readonly customerId: number | null },
    visitor: { readonly shopper: Shopper; readonly holdsToken: boolean },
  ): boolean
}

export const hostOwnsCommerceMessage = createMessage('shop.hostOwnsCommerce')
export const serviceOwnsCartsMessage = createMessage('shop.serviceOwnsCarts')

/** The host's rules; NOT_FOUND if the host owns the carts. */
export function requireCartRules({ rules }: { readonly rules: { readonly carts: CartRules | null } }): CartRules {
  if (rules.carts === null) throw new NotFoundError(hostOwnsCommerceMessage)
  return rules.carts
}
