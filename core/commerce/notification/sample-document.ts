// A sample order or quote of the shop in one language, for the preview and the test of a mail and the document attached to it.
import { day, formatIsoTime } from '../../foundation/clock.js'
import { getRecordText } from '../../foundation/language.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessage } from '../../foundation/message-format.js'
import { product } from '../../model/entities/catalog/product.js'
import { taxClass } from '../../model/entities/store/tax-class.js'
import { quoteStatuses } from '../../model/state/statuses.js'
import { toConfiguredPictureName } from '../../shop/configured-picture.js'
import { resolveCurrency } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument, FrozenLine } from '../document/define.js'
import { noRecurring } from '../document/copy.js'
import { buildLetterhead } from '../document/rows.js'
import { getFormats } from './notification-values.js'

/** Net prices of the sample order in the base currency. */
const prices = { product: 79, extra: 24, delivery: 5 }
/** Percent. Used if no tax class of the shop has a rate. */
const usualTaxRate = 20
export const sampleNumber = 1042
/** Statuses that an order usually has after its payment. */
export const paidStatuses: ReadonlySet<string> = new Set([
  'paid',
  'shipment',
  'shipped',
  'refunded',
  'partly_refunded',
  'credit_note',
])

export interface SampleOptions {
  /** The status that the mail is about. It determines whether the sample is an order or a quote. */
  readonly status: string
  /** The address of the shop; '' if unknown. */
  readonly url: string
}

type LineValues = FrozenLine['values']

const emptyPlaces = { country_id: null, state_id: null, county_id: null, city_id: null }

export async function createSampleDocument(
  fresh: ServiceContext,
  language: string,
  { status, url }: SampleOptions,
): Promise<FrozenDocument> {
  const work = await fresh.at()
  const { registry } = work.context
  const shop = await buildLetterhead(work, language, url)
  const { chosen: currency } = await resolveCurrency(work, null)
  const sample = (key: Extract<MessageKey, `mail.sample${string}` | `payments.${string}`>): string =>
    formatMessage(createMessage(key), language, { catalogs: registry.messages })
  const rate = (await work.records(taxClass)).find(({ default_rate }) => (default_rate ?? 0) > 0)?.default_rate ?? usualTaxRate
  const round = (amount: number): number => Number(amount.toFixed(currency.decimals))
  const toAmounts = (basePrice: number) => {
    const net = round(basePrice * currency.multiplicator)
    const tax = round((net * rate) / 100)
    return { net, tax, gross: round(net + tax) }
  }
  const delivery = toAmounts(prices.delivery)
  const pictures = await findSamplePictures(work, sample('mail.sampleProduct'))
  const lines: readonly FrozenLine[] = [
    createLine(1, { title: sample('mail.sampleProduct'), sku: 'RB-100', quantity: 2, unit_net: prices.product, weight: 2.2 }, [
      [sample('mail.sampleFabric'), sample('mail.sampleFabricAnswer')],
      [sample('mail.sampleWidth'), sample('mail.sampleWidthAnswer')],
      [sample('mail.sampleHeight'), sample('mail.sampleHeightAnswer')],
    ]),
    createLine(2, { title: sample('mail.sampleExtra'), sku: 'FK-1', quantity: 1, unit_net: prices.extra, weight: 0.2 }),
  ].map(({ values, ...parts }, index) => {
    const amounts = toAmounts((values.unit_net ?? 0) * (values.quantity ?? 1))
    return {
      ...parts,
      image: pictures[index] ?? null,
      values: { ...values, ...amounts, net_before_discount: amounts.net, tax_rate: rate },
    }
  })
  const add = (name: 'net' | 'tax' | 'gross'): number =>
    round(lines.reduce((sum, { values }) => sum + (values[name] ?? 0), delivery[name]))
  const total = { net: add('net'), tax: add('tax'), gross: add('gross') }
  const address = {
    first_name: sample('mail.sampleFirstName'),
    last_name: sample('mail.sampleLastName'),
    company: '',
    line1: sample('mail.sampleStreet'),
    line2: '',
    zip: sample('mail.sampleZip'),
    city: sample('mail.sampleCity'),
    county: '',
    state: '',
    country: sample('mail.sampleCountry'),
    ...emptyPlaces,
  }
  const isQuote = status in quoteStatuses
  const now = formatIsoTime(work.now)
  const values = {
    id: 0,
    number: sampleNumber,
    status,
    token: '',
    cart_id: null,
    customer_id: null,
    customer_group_id: null,
    email: sample('mail.sampleEmail'),
    phone: sample('mail.samplePhone'),
    vat_id: '',
    untaxed: '',
    language_tag: language,
    b2b: false,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    currency_decimals: currency.decimals,
    currency_multiplicator: currency.multiplicator,
    ...total,
    ...noRecurring,
    shipping_method_id: null,
    delivery_title: sample('mail.sampleDelivery'),
    delivery_days: 3,
    delivery_net: delivery.net,
    delivery_tax: delivery.tax,
    delivery_gross: delivery.gross,
    payment_method_id: null,
    payment_title: isQuote ? '' : sample('mail.samplePayment'),
    payment_net: null,
    payment_tax: null,
    payment_gross: null,
    discount_title: '',
    discount_net: 0,
    discount_recurring_title: '',
    discount_recurring_net: 0,
    weight: 2.4,
    weight_unit: work.versionedSnapshot.snapshot.settings.weight_unit || 'kg',
    note: sample('mail.sampleNote'),
    terms_agreed: null,
    terms: '',
    shop,
    created: now,
    ...(isQuote
      ? { answer: sample('mail.sampleAnswer'), valid_until: formatIsoTime(work.now + 30 * day) }
      : {
          placed: now,
          number_prefix: '',
          payment_state:
            status === 'refunded' || status === 'partly_refunded' ? status : paidStatuses.has(status) ? 'paid' : 'unpaid',
        }),
  }
  const { money } = getFormats(language, currency.code, currency.decimals, shop.time_zone || 'UTC')
  const instructions = {
    text: sample('payments.transferToAccount'),
    details: [
      { label: sample('payments.accountHolder'), text: shop.name },
      { label: 'IBAN', text: shop.iban || 'DE02 1203 0000 0000 2020 51' },
      { label: sample('payments.amount'), text: money(total.gross) },
      { label: sample('payments.reference'), text: String(sampleNumber) },
    ],
  }
  const document = {
    id: 0,
    shop,
    instructions: isQuote ? null : instructions,
    billing: address,
    delivery: address,
    lines,
    rates: [{ recurring: false, rate, code: '', net: total.net, tax: total.tax }],
  }
  // Safe cast: readers of a document use no other fields.
  return { ...document, entity: isQuote ? 'quote' : 'sales-order', values } as unknown as FrozenDocument
}

/** Maximum number of pictures that are read. */
const maxSamplePictures = 20

/** Pictures of published products for the lines: first that of the product with the sample's title, if the shop sells one. */
async function findSamplePictures(work: ServiceContext, title: string): Promise<readonly string[]> {
  const sql = `SELECT entity_id, name FROM svc_files
    WHERE entity = 'product' AND property = 'image' AND media_type LIKE 'image/%' ORDER BY id LIMIT ${maxSamplePictures}`
  const rows = await work.on.query<{ entity_id: number; name: string }>(sql)
  if (rows.length === 0) return []
  const { languages } = work.versionedSnapshot.snapshot
  const ids = rows.map(({ entity_id }) => Number(entity_id))
  const products = (await work.list(product, { column: 'id', values: ids }, languages)).filter(({ values }) => values.published)
  const hasTitle = (id: number): boolean =>
    products.some((entry) => entry.id === id && languages.some((tag) => getRecordText(entry.values, 'title', tag) === title))
  const shown = rows.filter(({ entity_id }) => products.some(({ id }) => id === Number(entity_id)))
  const sorted = shown.toSorted((a, b) => Number(hasTitle(Number(b.entity_id))) - Number(hasTitle(Number(a.entity_id))))
  return sorted.flatMap(({ name }) => toConfiguredPictureName(work.context, [name]) ?? [])
}

function createLine(
  id: number,
  fields: Pick<LineValues, 'title' | 'sku' | 'quantity' | 'unit_net' | 'weight'>,
  options: readonly (readonly [question: string, answer: string])[] = [],
): FrozenLine {
  const values = {
    id,
    product_id: null,
    configuration_id: null,
    ...fields,
    ...noRecurring,
    recurring_interval: '',
    note: '',
    trace: { dispatch_time: 1 },
  }
  const config = options.map(([question_title, answer_title], index) => ({
    id: index + 1,
    question_id: index + 1,
    answer_id: null,
    question_title,
    answer_title,
    entry: '',
    unit: '',
    net: 0,
    recurring_net: 0,
    weight: 0,
    ordering: index + 1,
  }))
  // Safe casts, as above.
  return { values: values as unknown as LineValues, config, files: [], image: null }
}
