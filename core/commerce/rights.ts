// What a shopper's group may do: the rights of customer groups, asked where somebody makes use of one.
import { ValidationError } from '../foundation/errors.js'
import type { Shop } from '../shop/shop.js'
import { said } from '../shop/texts.js'
import type { Work } from '../storage/work.js'

const refusals = {
  may_order: { code: 'MAY_NOT_ORDER', sentence: 'Your customer group may not order here. Ask the shop, or request a quote.' },
  may_save: { code: 'MAY_NOT_SAVE', sentence: 'Your customer group may keep one cart here, and no configurations.' },
  may_request_quote: { code: 'MAY_NOT_REQUEST_QUOTE', sentence: 'Your customer group may not request quotes here.' },
} as const

/** A right that is refused where it is asked for; who may not see prices is shown none instead. */
export type Right = keyof typeof refusals

export interface Refused<R extends Right = Right> {
  readonly code: (typeof refusals)[R]['code']
  /** In the shopper's language. */
  readonly message: string
}

/** The shop, as far as it knows the shopper's group and language. */
type ForGroup = Pick<Shop, 'customerGroup' | 'language'>

/** Why the shopper may not; null where he may. Whoever has no group may everything. */
export function refusalOf<R extends Right>({ context }: Work, shop: ForGroup, right: R): Refused<R> | null {
  if (shop.customerGroup?.[right] !== false) return null
  const { code, sentence } = refusals[right]
  return { code, message: said(context.registry, shop.language, sentence) }
}

/** ValidationError on `customer_group` with the right's own code where the shopper's group does not have it. */
export function requireRight(work: Work, shop: ForGroup, right: Right): void {
  const refused = refusalOf(work, shop, right)
  if (refused) throw ValidationError.of('customer_group', refused.message, refused.code)
}
