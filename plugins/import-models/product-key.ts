// Derives the product key of a foreign model from its title; the key is the end of the product page's address.
import { toUrlLabel } from 'product-configurator-service'

const maxKeyLength = 200

export function toProductKey(title: string): string {
  return [...toUrlLabel(title)].slice(0, maxKeyLength).join('').replace(/-$/, '') || 'product'
}
