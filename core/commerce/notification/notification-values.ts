// The placeholder values of a notification about an order or a quote: frozen texts, with amounts and dates formatted.
import { documentKinds, formatDocumentNumber } from '../document/kinds.js'
import { createBlockValues, mailBlockMarkers, type NotificationValues } from '../../model/notification/sample.js'
import { translateMessage } from '../../engine/program/program.js'
import type { MessageTexts } from '../../foundation/message-catalogs.js'
import { createLruCache } from '../../foundation/lru-cache.js'
import { toPagePath, type ContentPageSummary } from '../../shop/language.js'
import { toConfiguredPicturePath } from '../../shop/configured-picture.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { customer } from '../../model/entities/customers/customer.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { creditNote } from '../../model/entities/orders/credit-note.js'
import type { shipment } from '../../model/entities/orders/shipment.js'
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { toCreditDocument } from '../document/copy.js'
import type { FrozenDocument, FrozenLine } from '../document/define.js'
import {
  computeOrderDeliveryDates,
  formatSelectionText,
  toDocumentReply,
  parseAddressTexts,
  parseLetterhead,
} from '../document/rows.js'
import { createRecurringSums, type SumFormats, createSums } from '../document/sums.js'

type DocumentValues = NotificationValues['order']
/** The fields of a shipment that mails contain. */
type ShipmentRecord = Pick<
  RecordOf<typeof shipment>,
  'number' | 'carrier' | 'tracking_code' | 'tracking_url' | 'shipped' | 'lines'
>

interface ValueFormats {
  money(amount: number | null): string
  date(iso: string | null): string
  weight(amount: number | null): string
  percent(rate: number): string
}

/** By language, currency and time zone. Creating the formats takes longer than using them. */
const formatCache = createLruCache<string, Omit<ValueFormats, 'weight'> & { readonly plain: Intl.NumberFormat }>(100)

/** The formats of money, dates and rates in a language. Amounts are in the currency with that code. */
export function getFormats(language: string, code: string, digits: number, timeZone: string) {
  const key = `${language} ${code} ${digits} ${timeZone}`
  const cached = formatCache.get(key)
  if (cached) return cached
  const money = new Intl.NumberFormat(language, {
    ...(/^[A-Z]{3}$/.test(code) && { style: 'currency', currency: code }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone, calendar: 'gregory' })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const formats = {
    money: (amount: number | null) => money.format(amount ?? 0),
    date: (iso: string | null) => (iso ? date.format(new Date(iso)) : ''),
    percent: (rate: number) => percents.format(rate / 100),
    plain,
  }
  formatCache.set(key, formats)
  return formats
}

/** The formats of the language, with the document's currency. */
function createValueFormats({ values }: FrozenDocument, language: string): ValueFormats {
  const timeZone = parseLetterhead(values.shop).time_zone || 'UTC'
  const { plain, ...formats } = getFormats(language, values.currency_code, values.currency_decimals ?? 2, timeZone)
  return { ...formats, weight: (amount) => `${plain.format(amount ?? 0)} ${values.weight_unit}`.trim() }
}

/**
 * Prices are net or gross, as the customer's group sees them, so they add up with the sums to the total. A line without a one-time price
 * has no amount.
 */
function toLineValues(
  { values, config, image }: FrozenLine,
  { shop, values: { b2b: isNet } }: FrozenDocument,
  { money }: ValueFormats,
): DocumentValues['lines'][number] {
  const once = isNet ? (values.net_before_discount ?? values.net) : values.gross
  const recurring = isNet ? values.recurring_net_before_discount : values.recurring_gross
  return {
    title: values.title,
    sku: values.sku,
    picture:
      image === null || shop.url === '' ? '' : shop.url.replace(/\/$/, '') + toConfiguredPicturePath(values.product_id, image),
    quantity: values.quantity ?? 1,
    net: money(values.net),
    gross: money(values.gross),
    amount: once ? money(once) : '',
    recurring: recurring ? money(recurring) : '',
    recurring_interval: values.recurring_interval,
    note: values.note,
    options: config.map((entry) => ({ question: entry.question_title, text: formatSelectionText(entry) })),
  }
}

const isOrderDocument = (document: FrozenDocument): document is FrozenDocument<'sales-order'> => document.entity === 'sales-order'

/** First and last name in one line; '' if unknown. */
export const formatFullName = ({ first_name, last_name }: { readonly first_name: string; readonly last_name: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** '' for guests, and if the document has an address. */
export async function readAccountName(
  work: ServiceContext,
  { values: { customer_id: id }, billing, delivery }: FrozenDocument,
): Promise<string> {
  if (id === null || billing || delivery) return ''
  const record = await work.read(customer, id)
  return record ? formatFullName(record.values) : ''
}

interface ValuesOptions {
  readonly showsPrices?: boolean
  readonly pathTo?: (path: string) => string
  /** Used if the document has no address. Default: the e-mail address. */
  readonly name?: string
  readonly isPaid?: boolean
  readonly shipment?: ShipmentRecord | null
  readonly refund?: RefundFacts | null
  readonly creditNote?: CreditNoteFacts | null
  readonly messages?: MessageTexts
  /** Content pages to link to. Default: none. */
  readonly pages?: readonly ContentPageSummary[]
}

/** A refund of an order in numbers. The amounts are in the currency of the order. */
export interface RefundFacts {
  readonly amount: number
  /** The received amount, before any refund. */
  readonly paid: number
  /** The amount of earlier refunds. */
  readonly before: number
}

/** A credit note, with the amount that is paid back because of it. */
export interface CreditNoteFacts {
  readonly record: RecordOf<typeof creditNote>
  readonly refund: number
}

const emptyRefund = { amount: '', paid: '', before: '', kept: '' }

/** Without a refund all texts are ''. */
function toRefundValues(facts: RefundFacts | null, { money }: ValueFormats): NotificationValues['refund'] {
  const block = mailBlockMarkers.refund.refund
  if (facts === null) return { ...emptyRefund, block }
  const { amount, paid, before } = facts
  const kept = fromAmount(toAmount(paid) - toAmount(before) - toAmount(amount))
  return { amount: money(amount), paid: money(paid), before: before === 0 ? '' : money(before), kept: money(kept), block }
}

const emptyCreditNote = { number: '', date: '', reason: '', net: '', tax: '', gross: '', refund: '', lines: [], sums: [] }

/** The credited lines and sums, as on the printed credit note. Without a credit note all texts are ''. */
function toCreditNoteValues(
  facts: CreditNoteFacts | null,
  document: FrozenDocument,
  writing: ValueFormats,
  wording: SumFormats,
): NotificationValues['credit_note'] {
  const block = mailBlockMarkers.credit_note.credit
  if (facts === null || !isOrderDocument(document)) return { ...emptyCreditNote, block }
  const { record, refund } = facts
  const credited = toCreditDocument(document, record)
  const { money, date } = writing
  return {
    number: record.number,
    date: date(record.created),
    reason: record.reason,
    net: money(record.net),
    tax: money(record.tax),
    gross: money(record.gross),
    refund: refund === 0 ? '' : money(refund),
    lines: credited.lines.map((line) => toLineValues(line, credited, writing)),
    sums: toSumValues(credited, wording),
    block,
  }
}

/** Without a shipment all texts are ''. */
function toShipmentValues(
  record: ShipmentRecord | null,
  { lines }: FrozenDocument,
  { date }: ValueFormats,
): NotificationValues['shipment'] {
  const titles = new Map(lines.map(({ values }) => [values.id, values.title]))
  return {
    number: record?.number ?? '',
    carrier: record?.carrier ?? '',
    tracking_code: record?.tracking_code ?? '',
    tracking_url: record?.tracking_url ?? '',
    date: date(record?.shipped ?? null),
    lines: (record?.lines ?? []).map(({ order_line_id, quantity }) => ({ quantity, title: titles.get(order_line_id) ?? '' })),
    block: mailBlockMarkers.shipment.shipment,
  }
}

/** Discount, delivery, payment surcharge, taxes and total, as on the printed document. */
function toSumValues(document: FrozenDocument, wording: SumFormats): DocumentValues['sums'] {
  const reply = toDocumentReply(document)
  return [...createSums(reply, wording), ...createRecurringSums(reply, wording)]
}

/**
 * The values of the placeholders, formatted for the language. The texts are the document's own. @param options `showsPrices` false: every
 * amount of money is ''; `pathTo`: the path of a shop page in that language; `name`: the customer's name if the document has no address;
 * `isPaid`: the order is paid; `shipment`, `refund` and `creditNote`: the occasion of the mail; `messages`: the texts of printed documents in that language, default English
 */
export function buildNotificationValues(
  document: FrozenDocument,
  language: string,
  {
    showsPrices = true,
    pathTo = (path) => path,
    name: otherwise = '',
    isPaid = false,
    shipment: shipped = null,
    refund = null,
    creditNote: credited = null,
    messages = {},
    pages = [],
  }: ValuesOptions = {},
): NotificationValues {
  const { values, shop, instructions, billing, delivery, lines, entity } = document
  const valueFormats = createValueFormats(document, language || 'en')
  const writing = showsPrices ? valueFormats : { ...valueFormats, money: () => '' }
  const { money, date, weight, percent } = writing
  const texts = { questions: {}, answers: {}, messages, language }
  const wording: SumFormats = {
    translate: (messageKey, texted = {}) => translateMessage(texts, messageKey, texted),
    money,
    percent,
  }
  const person = parseAddressTexts(billing ?? delivery)
  const { page } = documentKinds[entity]
  const toLink = (path: string): string => (shop.url === '' ? '' : shop.url.replace(/\/$/, '') + pathTo(path))
  const documentValues: Omit<DocumentValues, keyof ReturnType<typeof createBlockValues>> = {
    number: formatDocumentNumber(values),
    status: values.status,
    date: date('placed' in values ? (values.placed ?? values.created) : values.created),
    valid_until: 'valid_until' in values ? date(values.valid_until) : '',
    link: toLink(`/${page}/${values.token}`),
    admin_link: shop.url === '' ? '' : `${shop.url.replace(/\/$/, '')}/svc-admin/records/${entity}/${document.id}`,
    note: values.note,
    answer: 'answer' in values ? values.answer : '',
    net: money(values.net),
    tax: money(values.tax),
    gross: money(values.gross),
    sums: showsPrices ? toSumValues(document, wording) : [],
    recurring_gross: money(values.recurring_gross),
    discount: values.discount_net ? money(values.discount_net) : '',
    delivery_title: values.delivery_title,
    delivery_days: values.delivery_days ?? 0,
    delivery_dates: computeOrderDeliveryDates(document, language)?.text ?? '',
    payment_title: values.payment_title,
    payment_state: 'payment_state' in values ? values.payment_state : '',
    is_paid: isPaid,
    payment_text: instructions?.text ?? '',
    payment_details: instructions?.details.map(({ label, text }) => ({ label, text })) ?? [],
    weight: weight(values.weight),
    lines: lines.map((line) => toLineValues(line, document, writing)),
    billing: parseAddressTexts(billing),
    delivery: parseAddressTexts(delivery),
  }
  const { name, phone, line1, zip, city, country, iban, bic, bank_name } = shop
  return {
    shop: {
      name,
      email: shop.email_sales,
      phone,
      line1,
      zip,
      city,
      country,
      iban,
      bic,
      bank_name,
      pages: shop.url === '' ? [] : pages.map((legalPage) => ({ title: legalPage.title, link: toLink(toPagePath(legalPage)) })),
    },
    customer: {
      name: formatFullName(person) || person.company || otherwise || values.email,
      first_name: person.first_name,
      last_name: person.last_name,
      company: person.company,
      email: values.email,
      phone: values.phone,
      vat_id: values.vat_id,
    },
    order: { ...documentValues, ...createBlockValues('order') },
    shipment: toShipmentValues(shipped, document, valueFormats),
    refund: toRefundValues(refund, valueFormats),
    credit_note: toCreditNoteValues(credited, document, writing, wording),
    quote: { ...documentValues, ...createBlockValues('quote') },
  }
}
