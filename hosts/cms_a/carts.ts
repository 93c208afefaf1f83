// Whose a cart is: a user's, or of the guest who holds its token; at login the guest's becomes the user's as it is.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules = {
  guests: true,
  atLogin: 'move',
  owns: (cart, { shopper, holdsToken }) => cart.customerId === shopper.customerId && (cart.customerId !== null || holdsToken),
}
