// Rights of customer groups, checked when a shopper uses one.
import { ValidationError } from '../foundation/errors.js'
import type { Shop } from '../shop/shop.js'
import { createShopIssue, translateShopMessage } from '../shop/language.js'
import type { ServiceContext } from '../storage/service-context.js'
import { createMessage } from '../foundation/message.js'

const rightRefusals = {
  may_order: { code: 'MAY_NOT_ORDER', messageKey: 'shop.ordersNotAllowed' },
  may_save: { code: 'MAY_NOT_SAVE', messageKey: 'shop.savingNotAllowed' },
  may_request_quote: { code: 'MAY_NOT_REQUEST_QUOTE', messageKey: 'shop.quotesNotAllowed' },
} as const

/** Rights that are refused on use. Without the right to see prices, a shopper gets no prices instead of an error. */
export type CustomerGroupRight = keyof typeof rightRefusals

export interface RightRefusal<R extends CustomerGroupRight = CustomerGroupRight> {
  readonly code: (typeof rightRefusals)[R]['code']
  /** In the shopper's language. */
  readonly message: string
}

/** The parts of the shop that depend on the shopper's group and language. */
type GroupShop = Pick<Shop, 'customerGroup' | 'language'>

/** Why the shopper lacks the right; null if they have it. Shoppers without a group have all rights. */
export function findRightRefusal<R extends CustomerGroupRight>(
  { context }: ServiceContext,
  shop: GroupShop,
  right: R,
): RightRefusal<R> | null {
  if (shop.customerGroup?.[right] !== false) return null
  const { code, messageKey } = rightRefusals[right]
  return { code, message: translateShopMessage(context.registry, shop.language, messageKey) }
}

/** ValidationError on `customer_group` with the right's own code if the shopper's group lacks it. */
export function requireRight(work: ServiceContext, shop: GroupShop, right: CustomerGroupRight): void {
  if (shop.customerGroup?.[right] !== false) return
  const { code, messageKey } = rightRefusals[right]
  const message = createMessage(messageKey)
  throw new ValidationError([createShopIssue(work.context.registry, shop.language, 'customer_group', message, code)])
}
