// The payment methods offered to a shopper, the charge of each for the goods with delivery, and the methods with missing settings.
import { type ChargedGoods, type PaymentTerms, calculatePaymentCharge } from '../../engine/money/document.js'
import { nullIfOverflow } from '../../engine/money/amount.js'
import type { Total } from '../../engine/money/goods.js'
import { getRecordText } from '../../foundation/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import type { Shop } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { store } from '../../model/entities/store/store.js'
import { listMissingParams, listMissingStoreFields } from '../../model/payment/params.js'

type PaymentMethod = RecordOf<typeof paymentMethod>

/** Amounts are in the shop's currency. A negative amount is a rebate. */
export interface PaymentOffer extends Total {
  readonly id: number
  /** In the shop's language, like the description. */
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
  readonly terms: PaymentTerms
}

export interface PaymentOfferRequest {
  /** null if there is no billing address: the country of delivery decides. */
  readonly billingCountryId: number | null
  /** The document without a payment. */
  readonly goods: ChargedGoods
}

/** An empty list includes everyone. An unknown id is in no other list. */
const isIncluded = (ids: readonly number[], id: number | null): boolean => ids.length === 0 || (id !== null && ids.includes(id))

function toPaymentTerms({ price, percentage, price_min, price_max, tax_class_id }: PaymentMethod, shop: Shop): PaymentTerms {
  const rates = tax_class_id === null ? null : shop.taxRates(tax_class_id)
  return { price: price ?? 0, percentage: percentage ?? 0, min: price_min, max: price_max, rates }
}

/**
 * The published methods for the country and the shopper's group, by ordering, then id. The first is the default. A method is left out if
 * its provider is not installed, if required parameters or fields of the store are missing, or if its charge
 * overflows.
 */
export async function findPaymentOffers(
  work: ServiceContext,
  shop: Shop,
  request: PaymentOfferRequest,
): Promise<readonly PaymentOffer[]> {
  const { goods, billingCountryId } = request
  const countryId = billingCountryId ?? shop.destination.country_id
  const { paymentProviders } = work.context.registry
  const incompleteIds = new Set((await listIncompleteMethods(work)).map(({ id }) => id))
  const offered = (await work.records(paymentMethod)).filter(
    (method) =>
      method.published === true &&
      paymentProviders.has(method.connector) &&
      !incompleteIds.has(method.id) &&
      isIncluded(method.country_ids, countryId) &&
      isIncluded(method.customer_group_ids, shop.customerGroupId),
  )
  const text = (method: PaymentMethod, field: 'title' | 'description'): string =>
    getRecordText(method, field, shop.language) || method[field]
  return offered
    .toSorted((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
    .flatMap((method): readonly PaymentOffer[] => {
      const terms = toPaymentTerms(method, shop)
      const price = nullIfOverflow(() => calculatePaymentCharge(terms, goods, shop.currency))
      if (price === null) return []
      const { net, tax, gross } = price
      const { id, connector } = method
      const description = text(method, 'description')
      return [{ id, title: text(method, 'title'), description, connector, terms, net, tax, gross }]
    })
}

export interface IncompleteMethod {
  readonly id: number
  readonly title: string
  /** Labels of the missing parameters. */
  readonly missing: readonly string[]
  /** Labels of the missing fields of the store. */
  readonly missingInStore: readonly string[]
}

/** The published methods that lack something. A method whose provider is not installed is not included. */
export async function listIncompleteMethods(work: ServiceContext): Promise<readonly IncompleteMethod[]> {
  const { registry } = work.context
  const [ownStore] = await work.records(store)
  return (await work.records(paymentMethod)).flatMap((method: RecordOf<typeof paymentMethod>): readonly IncompleteMethod[] => {
    const provider = registry.paymentProviders.get(method.connector)
    if (method.published !== true || !provider) return []
    const missing = listMissingParams(provider, method.params).map(({ label }) => label)
    const missingInStore = listMissingStoreFields(provider, registry, ownStore).map(({ label }) => label)
    return missing.length + missingInStore.length === 0 ? [] : [{ id: method.id, title: method.title, missing, missingInStore }]
  })
}
