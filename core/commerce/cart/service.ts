// The live cart: what shoppers do with it, under the host's rules of who owns it. Every change locks the cart first.
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { heldSelections, missing } from '../../engine/program/view.js'
import { isoTime } from '../../ground/clock.js'
import { NotFoundError, ServiceError, ValidationError } from '../../ground/errors.js'
import { catalogVersion, compiledProduct, productTopic, type Quantities } from '../../product/programs.js'
import { newToken } from '../configuration/rows.js'
import { take, type Taken } from '../configuration/take.js'
import type { Visit } from '../visit.js'
import { newCartFields, soundNote } from './change.js'
import { claimCart } from './claim.js'
import { copyConfiguration } from './copy.js'
import type { CartReply, CartSummary, NewCart, NewPosition, PositionChange } from './define.js'
import { cartRules } from './ownership.js'
import { requireQuantity } from './quantity.js'
import { cartReply } from './reply.js'
import {
  accountCarts,
  configurationsIn,
  insertCart,
  positionsOf,
  type StoredCart,
  type StoredPosition,
  unknownCart,
} from './rows.js'
import { alter, showing } from './showing.js'

/** A cart holds so many positions at most. */
const mostPositions = 100

const unknownPosition = (): NotFoundError => new NotFoundError('There is no such position in this cart.')

/** A new cart, the shopper's current one from now on. ValidationError by field; AUTHENTICATION_REQUIRED where guests have none. */
export async function createCart(visit: Visit, input: NewCart): Promise<CartReply> {
  const { customerId } = visit.shopper
  if (!cartRules(visit).guests && customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', 'Guests have no cart here. Sign in first.')
  }
  return showing(visit, async (inside) => {
    const work = await inside.at()
    return (await insertCart(work, customerId, await newCartFields(work, input))).token
  })
}

/** The account's cart that was changed last. NOT_FOUND for guests and where there is none. */
export async function currentCart(visit: Visit): Promise<CartReply> {
  const [cart] = await ownCarts(visit)
  if (!cart) throw unknownCart()
  return cartReply(visit, cart)
}

/** The account's open carts, the one that was changed last first; none for guests. */
export async function listCarts(visit: Visit): Promise<readonly CartSummary[]> {
  const carts = await ownCarts(visit)
  return Promise.all(
    carts.map(async ({ id, token, created, changed }) => {
      const { length } = await positionsOf(visit, id)
      return { cart: token, positions: length, created, changed }
    }),
  )
}

/** ValidationError on `configuration` (not finished, in a cart, ordered) and `quantity`. */
export function addPosition(visit: Visit, token: string, input: NewPosition): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    const positions = await positionsOf(work, cart.id)
    requireRoom(positions)
    const taken = await take(work, input.configuration)
    requireFinished(taken)
    const { row, product, shopper } = taken
    const quantity = input.quantity ?? product.quantities.min
    requireQuantity(quantity, product.quantities)
    const settled = {
      selections: heldSelections(taken.state),
      catalog_version: catalogVersion(taken.work.moment, row.product_id),
      currency_id: cart.currencyId,
      ...cart.told,
      customer_group_id: shopper.customerGroupId,
    }
    await work.write(configurationEntity, { ...settled, state: 'in_cart', changed: isoTime(work.now) }, { id: row.id })
    await place(work, cart, positions, { configurationId: row.id, productId: row.product_id, quantity, note: input.note ?? '' })
  })
}

/** ValidationError on `quantity` and `note`; NOT_FOUND for a position that is not in the cart. */
export function changePosition(visit: Visit, token: string, position: number, input: PositionChange): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    const found = await positionIn(work, cart, position)
    if (input.quantity !== undefined) requireQuantity(input.quantity, await quantitiesOf(work, found))
    const fields = {
      ...(input.quantity !== undefined && { quantity: input.quantity }),
      ...(input.note !== undefined && { note: soundNote(input.note) }),
    }
    await work.write(cartPositionEntity, fields, { id: found.id })
  })
}

/** The same product configured alike, as a position and a configuration of its own. */
export function copyPosition(visit: Visit, token: string, position: number): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    const found = await positionIn(work, cart, position)
    const positions = await positionsOf(work, cart.id)
    requireRoom(positions)
    const source = (await configurationsIn(work, [found])).get(found.configurationId)
    if (!source) throw unknownPosition()
    const id = await copyConfiguration(work, source, { token: newToken(), state: 'in_cart' })
    const { quantity, note } = found
    await place(work, cart, positions, { configurationId: id, productId: source.product_id, quantity, note })
  })
}

/** The configuration is open again, and can be put back until it expires. */
export function removePosition(visit: Visit, token: string, position: number): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    const found = await positionIn(work, cart, position)
    await work.remove(cartPositionEntity, found.id)
    await work.write(configurationEntity, { state: 'open', changed: isoTime(work.now) }, { id: found.configurationId })
  })
}

/** What becomes of a guest's cart when he has signed in, by the host's rule; the reply is the cart in which its positions are now. */
export async function claimGuestCart(visit: Visit, token: string): Promise<CartReply> {
  cartRules(visit)
  return showing(visit, (work) => claimCart(work, token))
}

async function ownCarts(visit: Visit): Promise<readonly StoredCart[]> {
  const { shopper } = visit
  const rules = cartRules(visit)
  if (shopper.customerId === null) return []
  const carts = await accountCarts(visit, shopper.customerId)
  return carts.filter((cart) => rules.owns(cart, { shopper, holdsToken: true }))
}

async function positionIn(visit: Visit, cart: StoredCart, id: number): Promise<StoredPosition> {
  const found = (await positionsOf(visit, cart.id)).find((one) => one.id === id)
  if (!found) throw unknownPosition()
  return found
}

async function quantitiesOf(visit: Visit, position: StoredPosition): Promise<Quantities> {
  const configuration = (await configurationsIn(visit, [position])).get(position.configurationId)
  if (!configuration) throw unknownPosition()
  const product = await compiledProduct(await visit.at(productTopic(configuration.product_id)), configuration.product_id)
  if (product === null) throw unknownPosition()
  return product.quantities
}

interface Placed {
  readonly configurationId: number
  readonly productId: number
  readonly quantity: number
  readonly note: string
}

async function place(
  work: Visit,
  cart: StoredCart,
  others: readonly StoredPosition[],
  { configurationId, productId, quantity, note }: Placed,
): Promise<void> {
  const ordering = Math.max(0, ...others.map((one) => one.ordering)) + 1
  const fields = { cart_id: cart.id, configuration_id: configurationId, quantity, note: soundNote(note), ordering }
  const positionId = await work.write(cartPositionEntity, fields)
  await work.announce('onSvcAddToCart', { cartId: cart.id, positionId, configurationId, productId, quantity })
}

function requireRoom(positions: readonly StoredPosition[]): void {
  if (positions.length < mostPositions) return
  throw new ValidationError([], `A cart takes at most ${mostPositions} positions. Remove one first.`)
}

/** VALIDATION_FAILED on `configuration` unless it is open and nothing is missing. */
function requireFinished({ row, state }: Taken): void {
  if (row.state === 'in_cart') {
    const message = 'This configuration is in a cart already. Change the quantity of its position, or copy the position.'
    throw ValidationError.of('configuration', message, 'IN_CART')
  }
  if (row.state === 'ordered') {
    throw ValidationError.of('configuration', 'This configuration was ordered. Configure the product again.', 'ORDERED')
  }
  const issues = missing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
}
