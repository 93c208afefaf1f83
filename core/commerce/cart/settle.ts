// Settles all positions of a cart under the current catalogue, prices them as one document, lists what prevents an order, and closes the cart.
import { type Amount, AmountOverflow, fromAmount, toAmount } from '../../engine/money/amount.js'
import type { DiscountLevel, Total } from '../../engine/money/goods.js'
import {
  chargeDocument,
  type Charges,
  type DocumentLine,
  type DocumentTerms,
  type DocumentGoodsTerms,
  priceLines,
  type PricedDocument,
  type PricedLines,
} from '../../engine/money/document.js'
import { resumeConfiguration, findMissing, currentSelections, viewQuestion } from '../../engine/program/configuration.js'
import { computeUnitTotals } from '../../engine/program/state.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import {
  type CompiledProduct,
  loadCompiledProduct,
  toProductTopic,
  type QuantityLimits,
  getCatalogVersion,
} from '../../product/compiled-products.js'
import { resolveCurrency, openShop, type Shop } from '../../shop/shop.js'
import { createPricingSession } from '../../shop/pricing-session.js'
import type { DestinationInput } from '../../shop/destination.js'
import { resolveLanguage, translateShopMessage, getProductTitles } from '../../shop/language.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import type { StoredConfiguration } from '../configuration/rows.js'
import { type ShopperContext, findRightRefusal } from '../shopper-context.js'
import {
  type CartContents,
  loadPositionConfigurations,
  loadCartContents,
  type StoredCart,
  type StoredPosition,
  type CartReference,
} from './rows.js'
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { customerGroup } from '../../model/entities/customers/customer-group.js'
import { ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import type { PositionNotice, OrderBlocker } from './define.js'
import { type AmountReply, calculateAmount } from '../../shop/price.js'

/** A position with all data that is needed to show, price and freeze it. */
export interface SettledPosition {
  readonly position: StoredPosition
  readonly configuration: StoredConfiguration
  readonly product: CompiledProduct
  readonly state: ConfigurationState
  /** Changes caused by the catalogue since the configuration was last stored. */
  readonly automatic: readonly AutomaticChange[]
}

export interface SettledCart {
  /** The context, with the topics of the products loaded. */
  readonly work: ShopperContext
  readonly shop: Shop
  /** In the order of the cart. */
  readonly positions: readonly SettledPosition[]
  /** Positions whose product was deleted, together with its configurations. */
  readonly gone: readonly StoredPosition[]
  /** Positions whose product is still sold. Only these count in totals. */
  readonly sold: readonly SettledPosition[]
  /** Weight of all pieces of the sold positions. */
  readonly weight: Amount
  /** Input of the price function for the goods alone. Every price of the cart is based on it. */
  goods(): CartGoods
}

export interface SettleOptions {
  readonly isFreezing?: boolean
  readonly contents?: CartContents
  readonly lockedPositions?: readonly StoredPosition[] | undefined
}

interface CartGoods {
  readonly lines: readonly DocumentLine[]
  readonly terms: DocumentGoodsTerms
  /** The price of the goods alone, computed once and reused with different charges. */
  readonly priced: () => PricedLines
}

async function settlePosition(
  work: ServiceContext,
  shop: Shop,
  position: StoredPosition,
  configuration: StoredConfiguration,
): Promise<SettledPosition | null> {
  const product = await loadCompiledProduct(work, configuration.product_id)
  if (product === null) return null
  const { evaluation } = await createPricingSession(work, product, shop)
  const again = () => resumeConfiguration(product.program, evaluation, configuration.selections)
  const { state, automatic } = work.context.timings.measureSync('engine', 'resume', again)
  return { position, configuration, product, state, automatic }
}

export const isSold = ({ product }: SettledPosition): boolean => product.isPublished

/** Weight of all pieces of a position. */
export const computePositionWeight = ({ state, position }: SettledPosition): Amount =>
  computeUnitTotals(state).weight * position.quantity

/**
 * Settles the cart in the visitor's language and the cart's currency. Stores nothing.
 * @param whereabouts destination from the current document; default: the place that the shopper named
 * @param how `isFreezing`: locks the contents until the transaction ends; `contents`: the cart's contents if already loaded; `lockedPositions`:
 * its ordered positions if the transaction has locked or created them
 */
export async function settleCart(
  shopperContext: ShopperContext,
  cart: StoredCart,
  whereabouts: Omit<DestinationInput, 'enteredPlace'> = {},
  how: SettleOptions = {},
): Promise<SettledCart> {
  const { positions: storedPositions, configurations } = how.lockedPositions
    ? { positions: how.lockedPositions, configurations: await loadPositionConfigurations(shopperContext, how.lockedPositions) }
    : (how.contents ?? (await loadCartContents(shopperContext, { value: cart.id }, how.isFreezing)))
  const work = await shopperContext.at(
    ...[...configurations.values()].map((storedConfiguration) => toProductTopic(storedConfiguration.product_id)),
  )
  const language = resolveLanguage(work, shopperContext.language)
  const { address, vatId } = whereabouts
  const shop = await openShop(work, shopperContext.shopper, language, await resolveCurrency(work, cart.currencyId), {
    address,
    enteredPlace: cart.enteredPlace,
    vatId,
  })
  const positions: SettledPosition[] = []
  const deletedPositions: StoredPosition[] = []
  for (const position of storedPositions) {
    const configuration = configurations.get(position.configurationId)
    const settledPosition = configuration && (await settlePosition(work, shop, position, configuration))
    if (settledPosition) positions.push(settledPosition)
    else deletedPositions.push(position)
  }
  const sold = positions.filter(isSold)
  const weight = sold.reduce((sum, soldPosition) => sum + computePositionWeight(soldPosition), 0)
  let goods: CartGoods | undefined
  return { work, shop, positions, gone: deletedPositions, sold, weight, goods: () => (goods ??= createGoods(shop, sold)) }
}

const isCompletePosition = ({ state, position, product }: SettledPosition): boolean =>
  findMissing(state).length === 0 && isAllowedQuantity(position.quantity, product.quantities)

/** True if the cart is not empty, every position is complete and sold, and every quantity is allowed. */
export function isOrderable({
  positions,
  gone: deletedPositions,
  sold,
}: Pick<SettledCart, 'gone' | 'positions' | 'sold'>): boolean {
  return (
    positions.length > 0 && deletedPositions.length === 0 && sold.length === positions.length && sold.every(isCompletePosition)
  )
}

function toDocumentLine({ state, product, position }: SettledPosition, shop: Shop): DocumentLine {
  const { net, recurring } = computeUnitTotals(state)
  return {
    unit: net,
    recurring,
    quantity: position.quantity,
    rates: shop.taxRates(product.taxClassId),
    recurringRates: shop.taxRates(product.taxClassRecurringId),
  }
}

function createGoods(shop: Shop, sold: readonly SettledPosition[]): CartGoods {
  const { customerGroup, currency, prices: entry, language } = shop
  const levels = (prefix: 'discount' | 'discount_recurring'): readonly DiscountLevel[] =>
    customerGroup ? getDiscountLevels(customerGroup, prefix, language) : []
  const terms = { currency, entry, levels: levels('discount'), recurringLevels: levels('discount_recurring') }
  const lines = sold.map((soldPosition) => toDocumentLine(soldPosition, shop))
  let priced: PricedLines | undefined
  return { lines, terms, priced: () => (priced ??= priceLines(lines, terms)) }
}

/** Input of the price function for the sold positions. */
export function getPricingInput(
  settled: Pick<SettledCart, 'goods'>,
  charges: Charges = {},
): { readonly lines: readonly DocumentLine[]; readonly terms: DocumentTerms } {
  const { lines, terms } = settled.goods()
  return { lines, terms: { ...terms, ...charges } }
}

/**
 * Prices the sold positions; the lines correspond to `sold`. The caller checks whether the shopper may see prices. null if an amount
 * is too large.
 */
export function priceCart(settled: Pick<SettledCart, 'goods'>, charges: Charges = {}): PricedDocument | null {
  try {
    const { priced, terms } = settled.goods()
    return chargeDocument(priced(), charges, terms.currency)
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

export const toAmountReply = ({ net, tax, gross }: Total): AmountReply => ({
  net: fromAmount(net),
  tax: fromAmount(tax),
  gross: fromAmount(gross),
})

const levelNumbers = [1, 2, 3, 4, 5] as const

type CustomerGroupRecord = RecordOf<typeof customerGroup>
type DiscountPrefix = 'discount' | 'discount_recurring'

const levelCache = new WeakMap<CustomerGroupRecord, Map<string, readonly DiscountLevel[]>>()

/**
 * Discount levels for one-time or recurring amounts, by number. Levels without a type or start are ignored. Cached by record,
 * because loaded records are immutable.
 */
export function getDiscountLevels(
  group: CustomerGroupRecord,
  prefix: DiscountPrefix,
  language: string,
): readonly DiscountLevel[] {
  const ofGroup = levelCache.get(group) ?? new Map<string, readonly DiscountLevel[]>()
  levelCache.set(group, ofGroup)
  const key = `${prefix} ${language}`
  const levels = ofGroup.get(key) ?? toDiscountLevels(group, prefix, language)
  ofGroup.set(key, levels)
  return levels
}

function toDiscountLevels(group: CustomerGroupRecord, prefix: DiscountPrefix, language: string): readonly DiscountLevel[] {
  return levelNumbers.flatMap((n): readonly DiscountLevel[] => {
    const type = group[`${prefix}_type_${n}`]
    const start = group[`${prefix}_start_${n}`]
    if (type === '' || start === null) return []
    const title = getRecordText(group, `${prefix}_title_${n}`, language) || group[`${prefix}_title_${n}`]
    return [{ start, type, value: group[`${prefix}_value_${n}`] ?? 0, title: title || null }]
  })
}

/** Steps count from the minimum. */
function isAllowedQuantity(quantity: number, { min, max, step }: QuantityLimits): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max && (quantity - min) % step === 0
}

/** VALIDATION_FAILED on `quantity`; the message lists the accepted values. */
export function requireAllowedQuantity(quantity: number, quantities: QuantityLimits): void {
  if (isAllowedQuantity(quantity, quantities)) return
  const { min, max, step } = quantities
  throw ValidationError.of('quantity', createMessage('shop.quantityNotAllowed', { min, max, step }))
}

/** Every reply of a cart settles and prices its positions. */
export const maxPositions = 100

/** ValidationError, NO_ROOM on `cart`, if the cart is full. */
export function requirePositionRoom(positions: readonly unknown[]): void {
  if (positions.length < maxPositions) return
  throw ValidationError.of('cart', createMessage('shop.cartFull', { most: maxPositions }), 'NO_ROOM')
}

/** Reasons that prevent an order of the cart as a whole. */
export function findOrderBlockers(
  { work, shop }: SettledCart,
  { currencyId }: StoredCart,
  isCountable: boolean,
): readonly OrderBlocker[] {
  const { registry } = work.context
  const right = findRightRefusal(work, shop, 'may_order')
  const blocked: OrderBlocker[] = right ? [right] : []
  if (!right && !shop.maySeePrices) {
    const messageKey = 'shop.pricesOnRequest'
    blocked.push({ code: 'PRICES_HIDDEN', message: translateShopMessage(registry, shop.language, messageKey) })
  }
  if (!shop.currencies.some(({ id }) => id === currencyId)) {
    const messageKey = 'shop.currencyUnavailable'
    const message = translateShopMessage(registry, shop.language, messageKey, { currency: shop.currency.code })
    blocked.push({ code: 'CURRENCY_NOT_OFFERED', message })
  }
  if (!isCountable) {
    blocked.push({
      code: 'TOO_LARGE',
      message: translateShopMessage(registry, shop.language, 'shop.quantityTooLarge'),
    })
  }
  return blocked
}

type NoticeValues = Readonly<Record<string, string | number>>

/** Translates messages for the shopper. */
interface NoticeTranslator {
  readonly shop: Shop
  translate(messageKey: string, values: NoticeValues): string
}

function findQuantityNotices(
  { position: { quantity }, product: { quantities } }: SettledPosition,
  { translate }: NoticeTranslator,
): readonly PositionNotice[] {
  if (isAllowedQuantity(quantity, quantities)) return []
  const { min, max, step } = quantities
  const messageKey = 'shop.quantityNotPossible'
  return [{ code: 'QUANTITY_NOT_ALLOWED', message: translate(messageKey, { quantity, min, max, step }) }]
}

function createSelectionNotice(
  { state, product }: SettledPosition,
  change: AutomaticChange,
  { shop, translate }: NoticeTranslator,
): PositionNotice {
  const { question_id: id, to } = change
  const index = state.program.questionIndex.get(id)
  const question = getProductTitles(product, shop.language).questions[id]
  const code = 'SELECTION_CHANGED'
  if (index === undefined || question === undefined) {
    return { code, message: translate('shop.selectionRemoved', {}) }
  }
  if (to === null) return { code, message: translate('shop.selectionUnavailable', { question }) }
  const text = viewQuestion(state, index).text ?? to
  return { code, message: translate('shop.selectionChanged', { question, text }) }
}

/** Formats an amount in the shopper's language and currency. */
function formatShopMoney(
  amount: number,
  { language, currency: { code, decimals } }: Pick<Shop, 'language' | 'currency'>,
): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(language, { style: 'currency', currency: code, ...digits }).format(amount)
}

/** The previous and current unit price as text; null if it is unchanged or prices are hidden. */
function formatPriceChange(before: number | null, now: Amount, shop: Shop, taxClassId: number | null): NoticeValues | null {
  if (before === null || toAmount(before) === now || !shop.maySeePrices) return null
  const [from, to] = [toAmount(before), now].map((unit) => {
    const reply = calculateAmount(unit, shop, taxClassId)
    return reply && formatShopMoney(shop.b2b ? reply.net : reply.gross, shop)
  })
  return from && to ? { from, to } : null
}

function findPriceNotices(
  { position, product, state }: SettledPosition,
  { shop, translate }: NoticeTranslator,
): readonly PositionNotice[] {
  const { net, recurring } = computeUnitTotals(state)
  const nonRecurring = formatPriceChange(position.unitNet, net, shop, product.taxClassId)
  const again = formatPriceChange(position.unitRecurring, recurring, shop, product.taxClassRecurringId)
  const messages = [
    nonRecurring && translate('shop.unitPriceChanged', nonRecurring),
    again && translate('shop.recurringUnitPriceChanged', again),
  ]
  return messages.flatMap((message) => (message === null ? [] : [{ code: 'PRICE_CHANGED', message }]))
}

/** The message for a position whose product was deleted. */
export function translateDeletedNotice({ title }: StoredPosition, { context }: ServiceContext, { language }: Shop): string {
  return translateShopMessage(context.registry, language, 'shop.productUnavailable', { title })
}

/** In the shopper's language. Missing entries have their own messages. */
export function findPositionNotices(settled: SettledPosition, work: ServiceContext, shop: Shop): readonly PositionNotice[] {
  const translate: NoticeTranslator['translate'] = (messageKey, values) =>
    translateShopMessage(work.context.registry, shop.language, messageKey, values)
  const title = getProductTitles(settled.product, shop.language).product
  if (!isSold(settled)) return [{ code: 'UNAVAILABLE', message: translate('shop.productUnavailable', { title }) }]
  const speaker = { shop, translate }
  return [
    ...findQuantityNotices(settled, speaker),
    ...settled.automatic.map((change) => createSelectionNotice(settled, change, speaker)),
    ...findPriceNotices(settled, speaker),
  ]
}

/** The final states of a cart and of its configurations. */
type FinalCartState = 'ordered' | 'quoted'

/** Returns true for one of several concurrent callers. The others wait for its commit and then get false. */
export async function closeCart(
  work: ServiceContext & TransactionContext,
  cart: CartReference,
  state: FinalCartState,
): Promise<boolean> {
  const condition = { column: 'id', values: [cart.value], ...('of' in cart && { of: cart.of }) }
  const fields = { state, changed: formatIsoTime(work.now) }
  return (await work.updateWhere(cartEntity, { where: condition, expected: { state: 'open' }, fields })) === 1
}

/** Closes the configurations with the frozen selections and clears their undo history. */
export async function closeConfigurations(work: ServiceContext, { sold }: SettledCart, state: FinalCartState): Promise<void> {
  const close = async ({ configuration: storedConfiguration, state: settledState, automatic }: SettledPosition) => {
    const closed = { history: null, state, changed: formatIsoTime(work.now) }
    const settled = () => ({
      selections: currentSelections(settledState),
      catalog_version: getCatalogVersion(work.versionedSnapshot, storedConfiguration.product_id),
    })
    const fields = automatic.length > 0 ? { ...settled(), ...closed } : closed
    await work.write(configuration, fields, { id: storedConfiguration.id, trusted: true })
  }
  await Promise.all(sold.map(close))
}
