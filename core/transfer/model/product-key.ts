// Derives the product key of a foreign model from its title; the key is the end of the product page's address.
import { toUrlLabel } from '../../model/entity/label.js'

const longest = 200

export function productKey(title: string): string {
  return [...toUrlLabel(title)].slice(0, longest).join('').replace(/-$/, '') || 'product'
}
