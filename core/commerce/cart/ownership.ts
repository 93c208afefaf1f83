// Whose carts are: the rules that the host gives, because the host knows its people.
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
