// Previews a selection without storing it: the price and the automatic changes that it would cause. Also previews the delivery.
import type { previewShape, ChangeEntry } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { changeSelection, findMissing, type ChangeResult } from '../../engine/program/configuration.js'
import { type ConfigurationState, computeUnitTotals } from '../../engine/program/state.js'
import { type AmountReply, type PriceReply, calculatePrice } from '../../shop/price.js'
import type { ShopperContext } from '../shopper-context.js'
import { toCompleteEntry, type ExpectedDelivery } from './reply.js'
import { checkUploadOwnership, loadSelectedUploads } from './uploads.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'
import type { UploadNames } from './rows.js'
import { translateShopMessage } from '../../shop/language.js'
import type { PricingSession } from '../../shop/pricing-session.js'
import { dayOf } from '../../foundation/clock.js'
import { computeDeliveryDates, findDeliveryOffers } from '../checkout/offers.js'

export type PreviewReply = ShapeValue<typeof previewShape>

/** Exact, because both are multiples of a ten-thousandth. */
const subtractAmounts = (after: number, before: number): number => fromAmount(toAmount(after) - toAmount(before))

function toPriceDifference(after: AmountReply, before: AmountReply): AmountReply {
  return {
    net: subtractAmounts(after.net, before.net),
    tax: subtractAmounts(after.tax, before.tax),
    gross: subtractAmounts(after.gross, before.gross),
  }
}

function toPriceComparison(before: PriceReply | null, after: PriceReply | null): PreviewReply['price'] {
  if (before === null || after === null) return null
  const recurring = toPriceDifference(after.recurring, before.recurring)
  return { before, after, difference: { ...toPriceDifference(after, before), recurring } }
}

type TrialResult = Pick<ChangeResult, 'refused' | 'confirm' | 'automatic'>

const createRefusal = (message: string): TrialResult => ({
  refused: { code: 'INVALID_VALUE', message },
  confirm: null,
  automatic: [],
})

/** Applies the change to a trial state, also if it needs a confirmation. */
function tryChange(
  loadedConfiguration: LoadedConfiguration,
  trial: ConfigurationState,
  changeEntry: ChangeEntry,
  uploads: UploadNames,
): TrialResult {
  const entry = toCompleteEntry(trial, changeEntry)
  if ('message' in entry) return createRefusal(entry.message)
  const foreign = checkUploadOwnership(loadedConfiguration, entry, uploads)
  if (foreign !== null) return createRefusal(foreign)
  const attempt = changeSelection(trial, entry)
  if (attempt.confirm === null) return attempt
  const { automatic } = changeSelection(trial, entry, true)
  return { refused: null, confirm: attempt.confirm, automatic }
}

/** Computes the price, automatic changes and missing entries after this entry. */
export async function previewChange(
  shopperContext: ShopperContext,
  token: string,
  changeEntry: ChangeEntry,
): Promise<PreviewReply> {
  const loadedConfiguration = await loadConfiguration(shopperContext, token)
  const { state, product, shop } = loadedConfiguration
  const trial = state.fork()
  const result = tryChange(loadedConfiguration, trial, changeEntry, await loadSelectedUploads(loadedConfiguration, [changeEntry]))
  const { confirm } = result
  return {
    configuration: token,
    price: toPriceComparison(calculatePrice(state, product, shop), calculatePrice(trial, product, shop)),
    changes: result.automatic,
    ...(confirm && { confirm: { question_id: confirm.question_id, message: confirm.message } }),
    ...(result.refused && { refused: result.refused }),
    missing: findMissing(trial),
  }
}

/** The delivery of the product's minimum quantity with the cheapest shipping method, as in a cart with nothing else. */
export async function previewDelivery(
  work: ShopperContext,
  { product, shop }: Pick<PricingSession, 'product' | 'shop'>,
  state: ConfigurationState,
): Promise<ExpectedDelivery> {
  const { registry } = work.context
  const { dispatchTime, quantities } = product
  const weight = computeUnitTotals(state).weight * quantities.min
  const [cheapest] = await findDeliveryOffers(work, shop, weight)
  const times = { dispatchTimes: [dispatchTime], deliveryDays: cheapest?.days ?? null }
  const dates = computeDeliveryDates(times, dayOf(work.now, shop.timeZone), shop.language)
  const text = dates
    ? translateShopMessage(registry, shop.language, 'shop.deliveryExpected', { dates: dates.text })
    : dispatchTime > 0
      ? translateShopMessage(registry, shop.language, 'shop.dispatchExpected', { days: dispatchTime })
      : null
  return { delivery_dates: dates, delivery_text: text }
}
