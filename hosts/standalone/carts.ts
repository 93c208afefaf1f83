// Whose a cart is: an account's, or of the guest who holds its token; when he signs in, his joins the account's.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules = {
  guests: true,
  atLogin: 'merge',
  owns: (cart, { shopper, holdsToken }) => cart.customerId === shopper.customerId && (cart.customerId !== null || holdsToken),
}
