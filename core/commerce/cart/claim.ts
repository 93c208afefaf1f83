// What becomes of a guest's cart when he signs in: it moves to the account, or its positions join the account's own cart. None is lost.
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import type { Shopper } from '../../shop/shopper.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Visit } from '../visit.js'
import { follow } from './change.js'
import { cartRules } from './ownership.js'
import { mostPositions } from './room.js'
import { accountCarts, nextPlace, openCart, positionsOf, type StoredCart, touchCart, unknownCart } from './rows.js'

/** Gives the id of the cart in which the positions are now. A cart that is the account's already stays as it is. */
export async function claimCart(visit: Visit & InUnit, token: string): Promise<number> {
  const { shopper } = visit
  if (shopper.customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', 'Only an account can claim a cart. Sign in first.')
  }
  const { work, cart } = await openCart(visit, token)
  if (cart.customerId === shopper.customerId) return cart.id
  if (cart.customerId !== null) throw unknownCart()
  await claimConfigurations(work, cart, shopper)
  const target = cartRules(visit).atLogin === 'merge' ? await lockedTarget(work, shopper.customerId) : undefined
  if (target === undefined) {
    await touchCart(work, cart, shopper.customerId)
    return cart.id
  }
  await join(work, cart, target)
  return target.id
}

/** The account's current cart, locked; guests' carts are locked first everywhere, so that two logins cannot wait for each other. */
async function lockedTarget(work: Work & InUnit, customerId: number): Promise<StoredCart | undefined> {
  const { unit } = work
  await unit.query(`SELECT id FROM svc_cart WHERE customer_id = ? AND state = 'open' ORDER BY id ${unit.dialect.forUpdate}`, [
    customerId,
  ])
  return (await accountCarts(work, customerId))[0]
}

/** What lies in the cart is the account's from now on, with the prices of its group. */
async function claimConfigurations(work: Work, cart: StoredCart, shopper: Shopper): Promise<void> {
  const positions = await positionsOf(work, cart.id)
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  const held = await work.lock(configurationEntity, { column: 'id', values: positions.map((one) => one.configurationId) })
  for (const { id } of held) await work.write(configurationEntity, owner, { id })
}

/** Positions move behind those of the target, as many as it takes; the rest stay in their cart, which is the account's too then. */
async function join(work: Work & InUnit, cart: StoredCart, target: StoredCart): Promise<void> {
  const held = await positionsOf(work, target.id)
  const positions = await positionsOf(work, cart.id)
  const moving = positions.slice(0, Math.max(0, mostPositions - held.length))
  for (const [index, { id }] of moving.entries()) {
    await work.write(cartPositionEntity, { cart_id: target.id, ordering: nextPlace(held) + index }, { id })
  }
  if (moving.length === positions.length) await work.remove(cartEntity, cart.id)
  else await work.write(cartEntity, { customer_id: target.customerId, changed: formatIsoTime(work.now - 1) }, { id: cart.id })
  // What the account has said before counts; where it has said nothing, what the guest has said.
  const place = target.told.country_id === null ? cart.told : target.told
  const note = target.note || cart.note
  await work.write(cartEntity, { ...place, note, changed: formatIsoTime(work.now) }, { id: target.id })
  await follow(work, target.id, { currency_id: target.currencyId, ...place })
}
