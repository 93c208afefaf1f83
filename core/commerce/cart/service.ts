// Creates and changes carts under the host's ownership rules. Every change locks the cart first.
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { currentSelections, findMissing } from '../../engine/program/configuration-view.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { shortText } from '../../foundation/property/text.js'
import { catalogVersion } from '../../product/programs.js'
import { shopLanguage } from '../../shop/language.js'
import { titlesOf } from '../../shop/texts.js'
import { requireOpen, type StoredConfiguration } from '../configuration/rows.js'
import type { InUnit, Work, WrittenFields } from '../../storage/work.js'
import { type SeenFigures, seenFigures } from '../configuration/seen-figures.js'
import { take, type Taken } from '../configuration/take.js'
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import { newCartFields, soundNote } from './change.js'
import { claimCart } from './claim.js'
import { copyConfiguration } from '../configuration/copy.js'
import type { CartReply, NewCart, NewPosition, PositionChange } from './define.js'
import { requireKeeping } from './kept.js'
import { cartRules } from './ownership.js'
import { requireQuantity } from './quantity.js'
import { requireRoom } from './room.js'
import {
  accountCarts,
  configurationsIn,
  insertCart,
  insertPosition,
  nextPlace,
  positionIn,
  type StoredCart,
  type StoredPosition,
  takeOut,
  unknownPosition,
} from './rows.js'
import { settleCart } from './settle.js'
import { alter, alterPositions, showing } from './showing.js'

/** Creates a cart and makes it the current one. ValidationError by field; AUTHENTICATION_REQUIRED if guests may have no cart. */
export async function createCart(visit: Visit, input: NewCart): Promise<CartReply> {
  const { customerId } = visit.shopper
  if (!cartRules(visit).guests && customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', 'Guests have no cart here. Sign in first.')
  }
  return showing(visit, async (inside) => {
    const work = await inside.at()
    if (customerId !== null && (await accountCarts(work, customerId)).length > 0) await requireKeeping(work)
    const { id } = await insertCart(work, customerId, await newCartFields(work, input))
    return { id, held: [] }
  })
}

/** ValidationError on `configuration` (not finished, in a cart, ordered) and `quantity`. */
export function addPosition(visit: Visit, token: string, input: NewPosition): Promise<CartReply> {
  return alterPositions(visit, token, async (work, cart, positions) => {
    requireRoom(positions)
    const taken = await take(work, input.configuration)
    requireFinished(taken)
    const { row, product } = taken
    const quantity = input.quantity ?? product.quantities.min
    requireQuantity(quantity, product.quantities)
    await bindToCart(work, cart, taken)
    const title = titleOf(taken)
    const placed = { configurationId: row.id, productId: row.product_id, title, quantity, note: input.note ?? '' }
    return place(work, cart, positions, { ...placed, seen: seenFigures(taken.state) })
  })
}

/**
 * ValidationError on `configuration` (of another product, not finished, in a cart, ordered), `quantity` and `note`; NOT_FOUND for a
 * position that is not in the cart.
 */
export function changePosition(visit: Visit, token: string, position: number, input: PositionChange): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    const found = (await settleCart(work, cart)).positions.find((one) => one.position.id === position)
    if (!found) throw unknownPosition()
    if (input.quantity !== undefined) requireQuantity(input.quantity, found.product.quantities)
    const fields = {
      ...seenFigures(found.state),
      ...(await replaceConfiguration(work, cart, found.configuration, input.configuration)),
      ...(input.quantity !== undefined && { quantity: input.quantity }),
      ...(input.note !== undefined && { note: soundNote(input.note) }),
    }
    await work.write(cartPositionEntity, fields, { id: position })
  })
}

/** Copies a position and its configuration. */
export function copyPosition(visit: Visit, token: string, position: number): Promise<CartReply> {
  return alterPositions(visit, token, async (work, cart, positions) => {
    const found = positions.find((one) => one.id === position)
    if (!found) throw unknownPosition()
    requireRoom(positions)
    const source = (await configurationsIn(work, [found])).get(found.configurationId)
    if (!source) throw unknownPosition()
    const id = await copyConfiguration(work, source, { token: newToken(), state: 'in_cart' })
    const { title, quantity, note, unitNet: unit_net, unitRecurring: unit_recurring } = found
    const placed = { configurationId: id, productId: source.product_id, title, quantity, note }
    return place(work, cart, positions, { ...placed, seen: { unit_net, unit_recurring } })
  })
}

/** Reopens the configuration until it expires. It can be added again. */
export function removePosition(visit: Visit, token: string, position: number): Promise<CartReply> {
  return alter(visit, token, async (work, cart) => {
    await takeOut(work, await positionIn(work, cart, position))
  })
}

/** Claims a guest's cart after login, by the host's rule. The reply is the cart that has its positions now. */
export async function claimGuestCart(visit: Visit, token: string): Promise<CartReply> {
  cartRules(visit)
  return showing(visit, (work) => claimCart(work, token))
}

interface Placed {
  readonly configurationId: number
  readonly productId: number
  readonly title: string
  readonly quantity: number
  readonly note: string
  readonly seen: { readonly [Figure in keyof SeenFigures]: SeenFigures[Figure] | null }
}

/** Appends a position and returns all positions. */
async function place(
  work: Visit,
  cart: StoredCart,
  others: readonly StoredPosition[],
  { configurationId, productId, title, quantity, note, seen }: Placed,
): Promise<readonly StoredPosition[]> {
  const position = await insertPosition(work, {
    cart_id: cart.id,
    ordering: nextPlace(others),
    configuration_id: configurationId,
    title: title.slice(0, shortText),
    quantity,
    note: soundNote(note),
    unit_net: seen.unit_net,
    unit_recurring: seen.unit_recurring,
  })
  await work.announce('onSvcAddToCart', { cartId: cart.id, positionId: position.id, configurationId, productId, quantity })
  return [...others, position]
}

/** Stores the settled configuration with the state `in_cart` and the cart's currency and place. */
async function bindToCart(work: Work & InUnit, cart: StoredCart, taken: Taken): Promise<void> {
  const { row, state, shopper } = taken
  const fields = {
    selections: currentSelections(state),
    catalog_version: catalogVersion(taken.work.moment, row.product_id),
    currency_id: cart.currencyId,
    country_id: cart.told.country_id,
    state_id: cart.told.state_id,
    customer_group_id: shopper.customerGroupId,
    state: 'in_cart',
    changed: formatIsoTime(work.now),
  } as const
  await work.write(configurationEntity, fields, { id: row.id, trusted: true })
}

const titleOf = ({ product, work }: Taken): string => titlesOf(product, shopLanguage(work, work.language)).product

/** Puts another configuration of the same product into the position. Reopens the previous one until it expires. */
async function replaceConfiguration(
  work: Visit & InUnit,
  cart: StoredCart,
  former: StoredConfiguration,
  token: string | undefined,
): Promise<WrittenFields<(typeof cartPositionEntity)['properties']>> {
  if (token === undefined || token === former.token) return {}
  const taken = await take(work, token)
  if (taken.row.product_id !== former.product_id) {
    const message = 'This configuration is of another product than the position. Add it to the cart as a position of its own.'
    throw ValidationError.of('configuration', message, 'OTHER_PRODUCT')
  }
  requireFinished(taken)
  await bindToCart(work, cart, taken)
  await work.write(configurationEntity, { state: 'open', changed: formatIsoTime(work.now) }, { id: former.id })
  return { configuration_id: taken.row.id, title: titleOf(taken).slice(0, shortText), ...seenFigures(taken.state) }
}

/** VALIDATION_FAILED on `configuration` unless it is open and complete. */
function requireFinished({ row, state }: Taken): void {
  if (row.state === 'in_cart') {
    const message = 'This configuration is in a cart already. Change the quantity of its position, or copy the position.'
    throw ValidationError.of('configuration', message, 'IN_CART')
  }
  requireOpen(row)
  const issues = findMissing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
}
