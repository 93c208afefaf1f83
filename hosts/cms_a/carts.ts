// Cart ownership: the signed-in user, or the guest who has the cart's token. At login the guest's cart becomes the user's.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules = {
  guests: true,
  atLogin: 'move',
  owns: (cart, { shopper, holdsToken: hasToken }) =>
    cart.customerId === shopper.customerId && (cart.customerId !== null || hasToken),
}
