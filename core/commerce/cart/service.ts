// Creates, fills and changes carts under the host's ownership rules. Every change locks the cart first.
import { createMessage } from '../../foundation/message.js'
import { cartPosition as cartPositionEntity, cartPosition } from '../../model/entities/orders/cart-position.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration as configurationEntity, configuration } from '../../model/entities/orders/configuration.js'
import { currentSelections, findMissing } from '../../engine/program/configuration.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { shortText } from '../../foundation/property/text.js'
import { getCatalogVersion, loadCompiledProduct, toProductTopic } from '../../product/compiled-products.js'
import { resolveLanguage, getProductTitles } from '../../shop/language.js'
import type { Shopper } from '../../shop/shopper.js'
import { requireOpenConfiguration, type StoredConfiguration, toStoredConfiguration } from '../configuration/rows.js'
import type { TransactionContext, ServiceContext, FieldValues } from '../../storage/service-context.js'
import {
  toDisplayedPrices,
  listAccountCarts,
  loadPositionConfigurations,
  insertCart,
  computeNextOrdering,
  findPosition,
  type StoredCart,
  releasePosition,
  createUnknownPositionError,
  loadOpenCart,
  listPositions,
  touchCart,
  createUnknownCartError,
} from './rows.js'
import { loadConfiguration, type LoadedConfiguration } from '../configuration/load-configuration.js'
import { createToken, type ShopperContext, requireCartRules } from '../shopper-context.js'
import {
  toNewCartFields,
  validateNote,
  updateCartConfigurations,
  changeOwnCart,
  changeOwnPositions,
  runCartTransaction,
  appendPosition,
} from './change.js'
import { copyConfiguration } from '../configuration/copy.js'
import type { CartReply, NewCart, NewPosition, PositionChange } from './define.js'
import { requireSaveRight } from './saved-carts.js'
import { requireAllowedQuantity, requirePositionRoom, maxPositions, settleCart } from './settle.js'
import { resolveCurrency } from '../../shop/shop.js'
import { noPlace } from '../../shop/destination.js'

/** Creates a cart and makes it the current one. ValidationError by field; AUTHENTICATION_REQUIRED if guests may have no cart. */
export async function createCart(shopperContext: ShopperContext, input: NewCart): Promise<CartReply> {
  const { customerId } = shopperContext.shopper
  if (!requireCartRules(shopperContext).guests && customerId === null) {
    throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.guestCartNotAllowed'))
  }
  return runCartTransaction(shopperContext, async (inside) => {
    const work = await inside.at()
    if (customerId !== null && (await listAccountCarts(work, customerId)).length > 0) await requireSaveRight(work)
    const { id } = await insertCart(work, customerId, await toNewCartFields(work, input))
    return { id, lockedPositions: [] }
  })
}

/** ValidationError on `configuration` (not finished, in a cart, ordered) and `quantity`. */
export function addPosition(shopperContext: ShopperContext, token: string, input: NewPosition): Promise<CartReply> {
  return changeOwnPositions(shopperContext, token, async (work, cart, positions) => {
    requirePositionRoom(positions)
    const loadedConfiguration = await loadConfiguration(work, input.configuration)
    requireFinishedConfiguration(loadedConfiguration)
    const { row, product } = loadedConfiguration
    const quantity = input.quantity ?? product.quantities.min
    requireAllowedQuantity(quantity, product.quantities)
    const title = getProductTitle(loadedConfiguration)
    const placed = { configurationId: row.id, productId: row.product_id, title, quantity, note: input.note ?? '' }
    const [appended] = await Promise.all([
      appendPosition(work, cart, positions, { ...placed, seen: toDisplayedPrices(loadedConfiguration.state) }),
      bindToCart(work, cart, loadedConfiguration),
    ])
    return appended
  })
}

/**
 * ValidationError on `configuration` (of another product, not finished, in a cart, ordered), `quantity` and `note`; NOT_FOUND for a
 * position that is not in the cart.
 */
export function changePosition(
  shopperContext: ShopperContext,
  token: string,
  position: number,
  input: PositionChange,
): Promise<CartReply> {
  return changeOwnCart(shopperContext, token, async (work, cart) => {
    const settledPosition = (await settleCart(work, cart)).positions.find((candidate) => candidate.position.id === position)
    if (!settledPosition) throw createUnknownPositionError()
    if (input.quantity !== undefined) requireAllowedQuantity(input.quantity, settledPosition.product.quantities)
    const fields = {
      ...toDisplayedPrices(settledPosition.state),
      ...(await replaceConfiguration(work, cart, settledPosition.configuration, input.configuration)),
      ...(input.quantity !== undefined && { quantity: input.quantity }),
      ...(input.note !== undefined && { note: validateNote(input.note) }),
    }
    await work.write(cartPositionEntity, fields, { id: position })
  })
}

/** Copies a position and its configuration. */
export function copyPosition(shopperContext: ShopperContext, token: string, position: number): Promise<CartReply> {
  return changeOwnPositions(shopperContext, token, async (work, cart, positions) => {
    const original = positions.find((candidate) => candidate.id === position)
    if (!original) throw createUnknownPositionError()
    requirePositionRoom(positions)
    const source = (await loadPositionConfigurations(work, [original])).get(original.configurationId)
    if (!source) throw createUnknownPositionError()
    const id = await copyConfiguration(work, source, { token: createToken(), state: 'in_cart' })
    const { title, quantity, note, unitNet: unit_net, unitRecurring: unit_recurring } = original
    const placed = { configurationId: id, productId: source.product_id, title, quantity, note }
    return appendPosition(work, cart, positions, { ...placed, seen: { unit_net, unit_recurring } })
  })
}

/** Reopens the configuration until it expires. It can be added again. */
export function removePosition(shopperContext: ShopperContext, token: string, position: number): Promise<CartReply> {
  return changeOwnCart(shopperContext, token, async (work, cart) => {
    await releasePosition(work, await findPosition(work, cart, position))
  })
}

/** Returns the id of the cart that has the positions now. A cart of the account stays as it is. */
async function claimCart(shopperContext: ShopperContext & TransactionContext, token: string): Promise<number> {
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
  const place = target.enteredPlace.country_id === null ? cart.enteredPlace : target.enteredPlace
  const note = target.note || cart.note
  await work.write(cartEntity, { ...place, note, changed: formatIsoTime(work.now) }, { id: target.id })
  await updateCartConfigurations(work, target.id, { currency_id: target.currencyId, ...place })
}

/** Claims a guest's cart after login, by the host's rule. The reply is the cart that has its positions now. */
export async function claimGuestCart(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  requireCartRules(shopperContext)
  return runCartTransaction(shopperContext, (work) => claimCart(work, token))
}

/** Stores the settled configuration with the state `in_cart` and the cart's currency and place. */
async function bindToCart(
  work: ServiceContext & TransactionContext,
  cart: StoredCart,
  loadedConfiguration: LoadedConfiguration,
): Promise<void> {
  const { row, state, shopper } = loadedConfiguration
  const fields = {
    selections: currentSelections(state),
    catalog_version: getCatalogVersion(loadedConfiguration.work.versionedSnapshot, row.product_id),
    currency_id: cart.currencyId,
    country_id: cart.enteredPlace.country_id,
    state_id: cart.enteredPlace.state_id,
    customer_group_id: shopper.customerGroupId,
    state: 'in_cart',
    changed: formatIsoTime(work.now),
  } as const
  await work.write(configurationEntity, fields, { id: row.id, trusted: true })
}

const getProductTitle = ({ product, work }: LoadedConfiguration): string =>
  getProductTitles(product, resolveLanguage(work, work.language)).product

/** Puts another configuration of the same product into the position. Reopens the previous one until it expires. */
async function replaceConfiguration(
  work: ShopperContext & TransactionContext,
  cart: StoredCart,
  former: StoredConfiguration,
  token: string | undefined,
): Promise<FieldValues<(typeof cartPositionEntity)['properties']>> {
  if (token === undefined || token === former.token) return {}
  const loadedConfiguration = await loadConfiguration(work, token)
  if (loadedConfiguration.row.product_id !== former.product_id) {
    throw ValidationError.of('configuration', createMessage('shop.positionOfOtherProduct'), 'OTHER_PRODUCT')
  }
  requireFinishedConfiguration(loadedConfiguration)
  await bindToCart(work, cart, loadedConfiguration)
  await work.write(configurationEntity, { state: 'open', changed: formatIsoTime(work.now) }, { id: former.id })
  return {
    configuration_id: loadedConfiguration.row.id,
    title: getProductTitle(loadedConfiguration).slice(0, shortText),
    ...toDisplayedPrices(loadedConfiguration.state),
  }
}

/** VALIDATION_FAILED on `configuration` unless it is open and complete. */
function requireFinishedConfiguration({ row, state }: LoadedConfiguration): void {
  if (row.state === 'in_cart') {
    throw ValidationError.of('configuration', createMessage('shop.configurationInCart'), 'IN_CART')
  }
  requireOpenConfiguration(row)
  const issues = findMissing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
}

/** A line of an order or a quote. */
interface ReorderLine {
  readonly configuration_id: number | null
  readonly quantity: number | null
  readonly note: string
}

interface ReorderPosition {
  readonly source: StoredConfiguration
  readonly title: string
  readonly quantity: number
  readonly note: string
}

/** Returns the id of the new cart, which becomes the current one; null if no product is still sold. Skips products no longer sold. */
export async function refillCart(
  work: ShopperContext & TransactionContext,
  { lines, currencyCode }: { readonly lines: readonly ReorderLine[]; readonly currencyCode: string },
): Promise<number | null> {
  const again = await selectSoldLines(work, lines)
  if (again.length === 0) return null
  const { all, chosen: standard } = await resolveCurrency(work, null)
  const currency = all.find(({ code }) => code === currencyCode) ?? standard
  const cart = await insertCart(work, work.shopper.customerId, { currency_id: currency.id, ...noPlace, note: '' })
  for (const [index, { source, title, quantity, note }] of again.entries()) {
    const copy = await copyConfiguration(work, source, { token: createToken(), state: 'in_cart' })
    await work.write(cartPosition, { cart_id: cart.id, configuration_id: copy, title, quantity, note, ordering: index + 1 })
  }
  await updateCartConfigurations(work, cart.id, { currency_id: currency.id, ...noPlace })
  return cart.id
}

/** In the order of the lines. */
async function selectSoldLines(
  shopperContext: ShopperContext & TransactionContext,
  lines: readonly ReorderLine[],
): Promise<readonly ReorderPosition[]> {
  const records = await shopperContext.lock(configuration, { column: 'id', values: lines.map((line) => line.configuration_id) })
  const reorderPositions: ReorderPosition[] = []
  for (const { configuration_id: id, quantity, note } of lines) {
    const record = records.find((candidate) => candidate.id === id)
    if (!record) continue
    const source = toStoredConfiguration(record)
    const work = await shopperContext.at(toProductTopic(source.product_id))
    const product = await loadCompiledProduct(work, source.product_id)
    if (!product?.isPublished) continue
    const title = getProductTitles(product, resolveLanguage(work, work.language)).product.slice(0, shortText)
    reorderPositions.push({ source, title, quantity: quantity ?? 1, note })
  }
  return reorderPositions
}
