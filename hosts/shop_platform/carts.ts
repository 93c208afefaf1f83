// Whose carts are: the shop's own. The service keeps none here.
import type { CartRules } from 'product-configurator-service'

export const carts: CartRules | null = null
