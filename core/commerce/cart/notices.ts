// Messages about changes of a cart position since the shopper saw it last: availability, quantity, selection or price.
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { viewQuestion } from '../../engine/program/configuration-view.js'
import { type Amount, toAmount } from '../../engine/money/amount.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { calculateAmount } from '../../shop/price.js'
import type { Shop } from '../../shop/shop.js'
import { translateShopMessage, getProductTitles } from '../../shop/language.js'
import type { PositionNotice } from './define.js'
import { isAllowedQuantity } from './quantity.js'
import type { StoredPosition } from './rows.js'
import { isSold, type SettledPosition } from './settle.js'

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
