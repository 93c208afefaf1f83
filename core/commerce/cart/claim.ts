// Moves a guest's cart to the account at login, or merges its positions into the account's own cart. No position is lost.
import { createMessage } from '../../foundation/message.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import type { Shopper } from '../../shop/shopper.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ShopperContext } from '../shopper-context.js'
import { updateCartConfigurations } from './change.js'
import { requireCartRules } from './ownership.js'
import { maxPositions } from './position-limit.js'
import {
  listAccountCarts,
  computeNextOrdering,
  loadOpenCart,
  listPositions,
  type StoredCart,
  touchCart,
  createUnknownCartError,
} from './rows.js'

/** Returns the id of the cart that has the positions now. A cart of the account stays as it is. */
export async function claimCart(shopperContext: ShopperContext & TransactionContext, token: string): Promise<number> {
  const { shopper } = shopperContext
  if (shopper.customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.accountNeededForCart'))
  }
  const { work, cart } = await loadOpenCart(shopperContext, token)
  if (cart.customerId === shopper.customerId) return cart.id
  if (cart.customerId !== null) throw createUnknownCartError()
  await claimCartConfigurations(work, cart, shopper)
  const target =
    requireCartRules(shopperContext).atLogin === 'merge' ? await lockAccountCart(work, shopper.customerId) : undefined
  if (target === undefined) {
    await touchCart(work, cart, shopper.customerId)
    return cart.id
  }
  await mergeCarts(work, cart, target)
  return target.id
}

/** The account's current cart, locked. The guest's cart is always locked first, which prevents a deadlock of two logins. */
async function lockAccountCart(work: ServiceContext & TransactionContext, customerId: number): Promise<StoredCart | undefined> {
  const { unit } = work
  await unit.query(`SELECT id FROM svc_cart WHERE customer_id = ? AND state = 'open' ORDER BY id ${unit.dialect.forUpdate}`, [
    customerId,
  ])
  return (await listAccountCarts(work, customerId))[0]
}

/** Assigns the cart's configurations to the account, with the prices of its customer group. */
async function claimCartConfigurations(work: ServiceContext, cart: StoredCart, shopper: Shopper): Promise<void> {
  const positions = await listPositions(work, cart.id)
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  const records = await work.lock(configurationEntity, {
    column: 'id',
    values: positions.map((position) => position.configurationId),
  })
  for (const { id } of records) await work.write(configurationEntity, owner, { id })
}

/** Appends the positions to the target, up to its limit. The rest stay in their cart, which then belongs to the account too. */
async function mergeCarts(work: ServiceContext & TransactionContext, cart: StoredCart, target: StoredCart): Promise<void> {
  const targetPositions = await listPositions(work, target.id)
  const positions = await listPositions(work, cart.id)
  const moving = positions.slice(0, Math.max(0, maxPositions - targetPositions.length))
  for (const [index, { id }] of moving.entries()) {
    await work.write(cartPositionEntity, { cart_id: target.id, ordering: computeNextOrdering(targetPositions) + index }, { id })
  }
  if (moving.length === positions.length) await work.remove(cartEntity, cart.id)
  else await work.write(cartEntity, { customer_id: target.customerId, changed: formatIsoTime(work.now - 1) }, { id: cart.id })
  // The account's place and note take precedence over the guest's.
  const place = target.told.country_id === null ? cart.told : target.told
  const note = target.note || cart.note
  await work.write(cartEntity, { ...place, note, changed: formatIsoTime(work.now) }, { id: target.id })
  await updateCartConfigurations(work, target.id, { currency_id: target.currencyId, ...place })
}
