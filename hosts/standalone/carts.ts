// Cart ownership: the signed-in account, or the guest who has the cart's token. At login the guest's cart merges into the account's.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules = {
  guests: true,
  atLogin: 'merge',
  owns: (cart, { shopper, holdsToken: hasToken }) =>
    cart.customerId === shopper.customerId && (cart.customerId !== null || hasToken),
}
