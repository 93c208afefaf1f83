// Freezes a priced cart into an order or a quote: stores every text, amount, rate and file, so nothing is looked up later.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import { store } from '../../model/entities/store/store.js'
import { readTermsText } from '../../shop/catalogue/content-pages.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { toAmountReply } from '../cart/preview.js'
import type { SettledCart } from '../cart/settle.js'
import { type UploadNames, findUploadIds, readUploadNames } from '../configuration/uploads.js'
import type { DocumentEntity, FrozenParts } from './define.js'
import { freezeFiles } from './freeze-files.js'
import { toFrozenConfigFields, toFrozenLineFields } from './frozen-line.js'
import { buildLetterhead } from './letterhead.js'
import { documentPartStores, type RateFields } from './part-stores.js'
import { shortenRateCode } from './rate-code.js'
import { requireBalance } from './require-balance.js'

/** The input from which a document is frozen. */
export interface FreezeInput {
  readonly settled: SettledCart
  /** The price of `settled.sold`, including the delivery and the payment below. */
  readonly priced: PricedDocument
  readonly delivery?: { readonly id: number; readonly title: string; readonly days: number | null } | null
  readonly payment?: { readonly id: number; readonly title: string } | null
}

const emptyAmounts = { net: null, tax: null, gross: null } as const

/** The amounts of the order or quote itself, and the titles of its discounts. */
export function toAmountFields(priced: PricedDocument) {
  const { net, tax, gross } = toAmountReply(priced)
  const recurring = toAmountReply(priced.recurring)
  const delivery = priced.delivery ? toAmountReply(priced.delivery) : emptyAmounts
  const payment = priced.payment ? toAmountReply(priced.payment) : emptyAmounts
  return {
    net,
    tax,
    gross,
    recurring_net: recurring.net,
    recurring_tax: recurring.tax,
    recurring_gross: recurring.gross,
    delivery_net: delivery.net,
    delivery_tax: delivery.tax,
    delivery_gross: delivery.gross,
    payment_net: payment.net,
    payment_tax: payment.tax,
    payment_gross: payment.gross,
    discount_title: priced.discount?.title ?? '',
    discount_net: fromAmount(priced.discount?.net ?? 0),
    discount_recurring_title: priced.recurringDiscount?.title ?? '',
    discount_recurring_net: fromAmount(priced.recurringDiscount?.net ?? 0),
  }
}

export function toRateFields({ rates }: PricedDocument): readonly RateFields[] {
  return rates.map(({ recurring, rate, code, net, tax }) => {
    return { recurring, rate, code: shortenRateCode(code ?? ''), net: fromAmount(net), tax: fromAmount(tax) }
  })
}

/** Untaxed only if all rates are 0: a place can have a tax rate of its own even for goods that leave the tax area. */
const isUntaxed = ({ rates }: PricedDocument): boolean => rates.every(({ rate }) => rate === 0)

/** The fields of the record itself except number, status, token, times, e-mail and addresses. */
export type FrozenHeader = Awaited<ReturnType<typeof buildHeader>>

async function buildHeader({ settled, priced, delivery = null, payment = null }: FreezeInput) {
  const { work, shop, weight } = settled
  const { currency } = shop
  return {
    customer_group_id: shop.customerGroupId,
    vat_id: shop.destination.vat_id,
    untaxed: (isUntaxed(priced) && shop.untaxed) || ('' as const),
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    currency_decimals: currency.decimals,
    currency_multiplicator: currency.multiplicator,
    language_tag: shop.language,
    b2b: shop.b2b,
    ...toAmountFields(priced),
    shipping_method_id: delivery?.id ?? null,
    delivery_title: delivery?.title ?? '',
    delivery_days: delivery?.days ?? null,
    payment_method_id: payment?.id ?? null,
    payment_title: payment?.title ?? '',
    weight: fromAmount(weight),
    weight_unit: shop.settings.weight_unit ?? '',
    terms: await readTermsText(work, shop.language),
    shop: await buildLetterhead(work, shop.language, work.link('/')),
  }
}

/** The uploaded files that the cart's selections refer to. */
async function loadCartUploads({ work, sold }: SettledCart): Promise<readonly UploadNames[]> {
  const uploadNames: UploadNames[] = []
  for (const { product, state, configuration } of sold) {
    const selections = state.program.questions.map(({ id, index }) => ({ question_id: id, value: state.text[index] ?? null }))
    uploadNames.push(await readUploadNames(work, configuration.id, findUploadIds(product.program, selections)))
  }
  return uploadNames
}

/**
 * Stores the lines, selections, files and tax rates of an order or quote that has none yet. Returns the parts that are known without
 * reading, and the fields of the record. The caller writes these fields in the same unit, together with the customer's. INTERNAL_ERROR, and
 * nothing stored, if the amounts do not add up.
 */
export async function freezeDocument(
  work: ServiceContext & TransactionContext,
  entity: DocumentEntity,
  id: number,
  frozen: FreezeInput,
): Promise<FrozenParts & { readonly header: FrozenHeader }> {
  const { settled, priced } = frozen
  const { sold, shop } = settled
  const parts = documentPartStores[entity]
  const header = await buildHeader(frozen)
  const lines = sold.map((position, index) => toFrozenLineFields(position, priced.lines[index]!, priced, shop))
  const rates = toRateFields(priced)
  requireBalance(header, lines, rates)
  const storedLines = await parts.storeLines(work, id, lines)
  const uploads = await loadCartUploads(settled)
  const configs = sold.flatMap((position, index) => {
    const { id: line } = storedLines[index]!
    return toFrozenConfigFields(position, shop, uploads[index]!).map((fields) => ({ line, fields }))
  })
  const config = await parts.storeConfigs(work, configs)
  const rated = await parts.storeRates(work, id, rates)
  const uploaded = uploads.flatMap((names) => [...names.keys()])
  const files = (await hasFiles(settled, uploaded)) ? await freezeFiles(work, entity, id, uploaded) : 0
  return { header, lines: storedLines, config, rates: rated, mayHaveFiles: files > 0 }
}

/** False if no sold product has a picture, the shop has no logo and nothing was uploaded. The file queries are skipped then. */
async function hasFiles({ work, sold }: SettledCart, uploaded: readonly string[]): Promise<boolean> {
  if (uploaded.length > 0 || sold.some(({ product }) => product.isPictured)) return true
  return (await work.records(store)).some(({ logo }) => logo)
}
