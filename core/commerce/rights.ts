// Rights of customer groups, checked when a shopper uses one.
import { ValidationError } from '../foundation/errors.js'
import type { Shop } from '../shop/shop.js'
import { said } from '../shop/texts.js'
import type { Work } from '../storage/work.js'

const refusals = {
  may_order: { code: 'MAY_NOT_ORDER', sentence: 'You cannot place orders here. Please contact us, or request a quote.' },
  may_save: { code: 'MAY_NOT_SAVE', sentence: 'You can have only one cart here, and you cannot save configurations.' },
  may_request_quote: { code: 'MAY_NOT_REQUEST_QUOTE', sentence: 'You cannot request quotes here.' },
} as const

/** Rights that are refused on use. Without the right to see prices, a shopper gets no prices instead of an error. */
export type Right = keyof typeof refusals

export interface Refused<R extends Right = Right> {
  readonly code: (typeof refusals)[R]['code']
  /** In the shopper's language. */
  readonly message: string
}

/** The parts of the shop that depend on the shopper's group and language. */
type ForGroup = Pick<Shop, 'customerGroup' | 'language'>

/** Why the shopper lacks the right; null if they have it. Shoppers without a group have all rights. */
export function refusalOf<R extends Right>({ context }: Work, shop: ForGroup, right: R): Refused<R> | null {
  if (shop.customerGroup?.[right] !== false) return null
  const { code, sentence } = refusals[right]
  return { code, message: said(context.registry, shop.language, sentence) }
}

/** ValidationError on `customer_group` with the right's own code if the shopper's group lacks it. */
export function requireRight(work: Work, shop: ForGroup, right: Right): void {
  const refused = refusalOf(work, shop, right)
  if (refused) throw ValidationError.of('customer_group', refused.message, refused.code)
}
