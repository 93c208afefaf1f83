// Carts belong to the shop: the service stores none.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules | null = null
