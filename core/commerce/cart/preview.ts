// Preview of a cart before checkout: offered methods, estimated total, notices on positions, and reasons that block an order.
import { fromAmount, type Amount, toAmount } from '../../engine/money/amount.js'
import type { PricedDocument, DocumentRate } from '../../engine/money/document.js'
import type { Total } from '../../engine/money/goods.js'
import { dayOf } from '../../foundation/clock.js'
import { toPlaceView } from '../../shop/destination.js'
import { type AmountReply, calculateAmount } from '../../shop/price.js'
import { translateShopMessage, getProductTitles } from '../../shop/language.js'
import {
  computeDeliveryDates,
  type DeliveryDates,
  isDeliveryEnabled,
  type DeliveryOffer,
  findDeliveryOffers,
  type PaymentOffer,
  findPaymentOffers,
} from '../checkout/offers.js'
import { findRightRefusal } from '../shopper-context.js'
import type { OrderBlocker, CartRateReply, DeliveryPreview, EstimateReply, PaymentPreview, PositionNotice } from './define.js'
import type { StoredCart, StoredPosition } from './rows.js'
import { priceCart, type SettledCart, isSold, type SettledPosition, isAllowedQuantity } from './settle.js'
import { computeUnitTotals } from '../../engine/program/trace-measure.js'
import { viewQuestion } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../../shop/shop.js'

export interface CartPreview {
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  /** null if an amount is too large. */
  readonly estimate: PricedDocument | null
}

export const toAmountReply = ({ net, tax, gross }: Total): AmountReply => ({
  net: fromAmount(net),
  tax: fromAmount(tax),
  gross: fromAmount(gross),
})

export function toRateReplies(rows: readonly DocumentRate[], recurring: boolean): readonly CartRateReply[] {
  return rows
    .filter((row) => row.recurring === recurring)
    .map(({ rate, code, net, tax }) => ({ rate, code, net: fromAmount(net), tax: fromAmount(tax) }))
}

/** Why no shipping method is offered; null if one is offered or none is needed. */
function explainMissingDelivery({ work, shop, sold }: SettledCart, country: string | null, isOffered: boolean): string | null {
  if (isOffered || !isDeliveryEnabled(shop) || sold.length === 0) return null
  const { registry } = work.context
  if (country === null) return translateShopMessage(registry, shop.language, 'shop.countryNeededForShipping')
  return translateShopMessage(registry, shop.language, 'shop.weightNotShipped', { country })
}

/** The expected delivery of the sold positions if they are ordered today. @param deliveryDays of the shipping method */
export function computeCartDeliveryDates({ work, shop, sold }: SettledCart, deliveryDays: number | null): DeliveryDates | null {
  const dispatchTimes = sold.map(({ product }) => product.dispatchTime)
  return computeDeliveryDates({ dispatchTimes, deliveryDays }, dayOf(work.now, shop.timeZone), shop.language)
}

async function buildDeliveryPreview(settled: SettledCart, offers: readonly DeliveryOffer[]): Promise<DeliveryPreview> {
  const { work, shop } = settled
  const { country } = await toPlaceView(work, shop.destination)
  return {
    required: isDeliveryEnabled(shop),
    country,
    methods: offers.map(({ id, title, shipper, days, ...price }) => ({
      id,
      title,
      shipper,
      days,
      dates: computeCartDeliveryDates(settled, days),
      price: shop.maySeePrices ? toAmountReply(price) : null,
    })),
    message: explainMissingDelivery(settled, country, offers.length > 0),
  }
}

const toPaymentPreview = (offers: readonly PaymentOffer[], maySeePrices: boolean): PaymentPreview => ({
  methods: offers.map(({ id, title, description, connector, ...price }) => ({
    id,
    title,
    description,
    connector,
    price: maySeePrices ? toAmountReply(price) : null,
  })),
})

/** Uses the default shipping and payment methods. An empty cart gets no offers. */
export async function buildCartPreview(settled: SettledCart): Promise<CartPreview> {
  const { work, shop, weight, sold } = settled
  const ways = sold.length > 0 ? await findDeliveryOffers(work, shop, weight) : []
  const delivery = ways[0]?.terms ?? null
  const goods = sold.length > 0 ? priceCart(settled, { delivery }) : null
  const means = goods ? await findPaymentOffers(work, shop, { billingCountryId: null, goods }) : []
  const payment = means[0]?.terms ?? null
  return {
    delivery: await buildDeliveryPreview(settled, ways),
    payment: toPaymentPreview(means, shop.maySeePrices),
    estimate: goods !== null && payment === null ? goods : priceCart(settled, { delivery, payment }),
  }
}

export const toEstimateReply = (estimate: PricedDocument): EstimateReply => ({
  ...toAmountReply(estimate),
  rates: toRateReplies(estimate.rates, false),
})

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
