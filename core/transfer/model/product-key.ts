// The key of the product of a foreign model: what its address ends with.
import { toUrlLabel } from '../../model/entity/label.js'

const longest = 200

export function productKey(title: string): string {
  return [...toUrlLabel(title)].slice(0, longest).join('').replace(/-$/, '') || 'product'
}
