// The payment methods for an accepted quote, by customer group and country. No method changes the quote's total.
import { toAmount } from '../../engine/money/amount.js'
import { openShop } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { type PaymentOffer, findPaymentOffers } from '../checkout/offers.js'
import type { QuoteRecord } from './define.js'
import { parseQuotePricing } from './pricing.js'

/** Sorted by ordering, in the quote's language. Surcharges of the methods do not apply to quotes. */
export async function findQuotePaymentOffers(
  baseWork: ServiceContext,
  values: QuoteRecord,
  billingCountryId: number | null,
): Promise<readonly PaymentOffer[]> {
  const work = await baseWork.at()
  const { languages, defaultLanguage } = work.versionedSnapshot.snapshot
  const {
    currency_code: code,
    currency_symbol: symbol,
    currency_decimals: decimals,
    currency_multiplicator: multiplicator,
  } = values
  const language = languages.includes(values.language_tag) ? values.language_tag : defaultLanguage
  // The frozen currency is not a record, so it has no id.
  const currency = { id: 0, code, symbol, decimals: decimals ?? 2, multiplicator: multiplicator ?? 1 }
  const group = { customerId: null, customerGroupId: values.customer_group_id }
  const { destination: address } = parseQuotePricing(values.pricing)
  const shop = await openShop(work, group, language, { chosen: currency, all: [] }, { address, vatId: values.vat_id })
  const delivery = { net: toAmount(values.delivery_net ?? 0) }
  const goodsNet = toAmount(values.net ?? 0) - delivery.net
  return findPaymentOffers(work, shop, { billingCountryId, goods: { goodsNet, delivery, leadingRates: [] } })
}
