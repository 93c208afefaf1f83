// What becomes of a guest's cart when he signs in: it moves to the account, or its positions join the account's own cart.
import type { Shopper } from '../../shop/shopper.js'
import { ServiceError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { remove } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { momentOf } from '../../storage/record/moment.js'
import type { CartRules } from './ownership.js'
import { accountCarts, configurationsOf, findGuestCart, positionsOf, type StoredCart, touchCart, unknownCart } from './rows.js'

/** Gives the token of the cart in which the positions are now. A cart that is the account's already stays as it is. */
export async function claimCart(context: Context, u: Unit, rules: CartRules, token: string, shopper: Shopper): Promise<string> {
  if (shopper.customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', 'Only an account can claim a cart. Sign in first.')
  }
  const cart = await findGuestCart(context, await momentOf(context, u), token, u)
  if (cart.customerId === shopper.customerId) return token
  if (cart.customerId !== null) throw unknownCart()
  await claimConfigurations(context, u, cart, shopper)
  const target = rules.atLogin === 'merge' ? await lockedTarget(context, u, shopper.customerId) : undefined
  if (target === undefined) {
    await touchCart(context, u, cart, shopper.customerId)
    return token
  }
  await join(context, u, cart, target)
  return target.token
}

/** The account's current cart, locked; guests' carts are locked first everywhere, so that two logins cannot wait for each other. */
async function lockedTarget(context: Context, u: Unit, customerId: number): Promise<StoredCart | undefined> {
  await u.query(`SELECT id FROM svc_cart WHERE customer_id = ? AND state = 'open' ORDER BY id ${u.dialect.forUpdate}`, [
    customerId,
  ])
  return (await accountCarts(context, customerId))[0]
}

/** What lies in the cart is the account's from now on, with the prices of its group. */
async function claimConfigurations(context: Context, u: Unit, cart: StoredCart, shopper: Shopper): Promise<void> {
  const positions = await positionsOf(context, [cart.id])
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  for (const id of (await configurationsOf(context, positions, u.dialect.forUpdate)).keys()) {
    await write(context, 'configuration', owner, { id, internal: true, unit: u })
  }
}

async function join(context: Context, u: Unit, cart: StoredCart, target: StoredCart): Promise<void> {
  const last = (await positionsOf(context, [target.id])).at(-1)?.ordering ?? 0
  const positions = await positionsOf(context, [cart.id])
  for (const [index, { id, configurationId }] of positions.entries()) {
    const fields = { cart_id: target.id, ordering: last + 1 + index }
    await write(context, 'cart-position', fields, { id, internal: true, unit: u })
    await write(context, 'configuration', { currency_id: target.currencyId }, { id: configurationId, internal: true, unit: u })
  }
  await remove(context, 'cart', cart.id, { internal: true, unit: u })
  await touchCart(context, u, target)
}
