// Frozen orders and quotes: the immutable stored records, the reply that callers read, and the content that is printed.
import type { FileRow } from '../../storage/database/internal-tables.js'
import {
  type ShapeValue,
  type ReplyFile,
  extendShape,
  figure,
  flag,
  listOf,
  withName,
  nullable,
  object,
  text,
  whole,
} from '../../model/verb/shape.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { orderAddress } from '../../model/entities/orders/order-address.js'
import type { orderLine } from '../../model/entities/orders/order-line.js'
import type { orderLineConfig } from '../../model/entities/orders/order-line-config.js'
import type { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import type { quote } from '../../model/entities/orders/quote.js'
import type { quoteLine } from '../../model/entities/orders/quote-line.js'
import type { quoteLineConfig } from '../../model/entities/orders/quote-line-config.js'
import type { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import type { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { Context } from '../../storage/context.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { deliveryDatesShape } from '../checkout/offers.js'

/** The seller. `url`: the address of the shop. `time_zone`: the time zone of the document's dates. '' if unknown. */
export const letterheadMembers = {
  name: text(),
  url: text('The base URL of the shop.'),
  line1: text(),
  line2: text(),
  zip: text(),
  city: text(),
  country: text(),
  phone: text(),
  email_sales: text(),
  email_support: text(),
  vat_id: text(),
  company_register: text(),
  bank_name: text(),
  iban: text(),
  bic: text(),
  time_zone: text('IANA name of the time zone of its dates.'),
}

const letterheadShape = withName('Letterhead', object(letterheadMembers))

/** The text fields of an address. */
export const addressMembers = {
  first_name: text(),
  last_name: text(),
  company: text(),
  line1: text(),
  line2: text(),
  zip: text(),
  city: text(),
  county: text(),
  state: text(),
  country: text(),
}

/** The ids of the places that determined taxes and delivery. */
export const placeKeys = ['country_id', 'state_id', 'county_id', 'city_id'] as const

export const postalAddressShape = withName('PostalAddress', object(addressMembers))

export const instructionsShape = withName(
  'PaymentInstructions',
  object({
    text: text(),
    details: listOf(object({ label: text(), text: text() }), 'Values to copy one by one, such as an IBAN or an amount.'),
  }),
)

/** Payment instructions for customers who are not redirected to a provider. */
export type Instructions = ShapeValue<typeof instructionsShape>

const documentLineShape = withName(
  'DocumentLine',
  extendShape(amountShape, {
    id: whole(),
    product_id: nullable(whole()),
    title: text(),
    sku: text(),
    image: nullable(
      text(),
      'The name of the picture of the configured product. `products/{product}/pictures/{name}` returns it.',
    ),
    quantity: whole(),
    unit_net: figure('Unit price in the base currency.'),
    net_before_discount: figure(),
    tax_rate: figure('In per cent.'),
    recurring: extendShape(amountShape, { net_before_discount: figure(), tax_rate: figure('In per cent.'), interval: text() }),
    weight: figure('Of the whole quantity.'),
    note: text(),
    options: listOf(
      object({
        question: text(),
        text: text(),
        file: nullable(text(), 'The id of the uploaded file. null for other entries.'),
        net: figure(),
        recurring_net: figure(),
      }),
    ),
    files: listOf(
      object({ id: text(), name: text(), type: text('By its content.'), size: whole('Bytes.') }),
      'Files uploaded to its questions.',
    ),
  }),
)

const discountShape = nullable(object({ title: text(), net: figure('The deducted amount.') }))

const documentMembers = {
  token: text('Grants access to guests.'),
  number: nullable(whole(), 'null until it has one.'),
  number_text: text('The number with its prefix. Empty until it has one.'),
  status: text(),
  created: text('ISO 8601.'),
  placed: nullable(text(), 'When an order was placed; null for a quote.'),
  valid_until: nullable(text(), 'The last day on which a quote is valid. null for an order, and before the quote is sent.'),
  language: text(),
  currency: currencyShape,
  b2b: flag('If true, show net prices first.'),
  email: text(),
  phone: text(),
  vat_id: text(),
  note: text(),
  terms_agreed: nullable(text('ISO 8601.'), 'When the customer agreed to the terms. null if the shop did not require it.'),
  terms: text('Rich text: the terms at the time of the order.'),
  shop: letterheadShape,
  billing: nullable(postalAddressShape),
  delivery_address: nullable(postalAddressShape),
  lines: listOf(documentLineShape),
  discount: discountShape,
  recurring_discount: discountShape,
  delivery: nullable(
    extendShape(amountShape, {
      title: text(),
      days: nullable(whole(), 'Days that the shipping method takes at most.'),
      total_days: nullable(whole(), 'Days from the order to the last expected day. null if it is unknown.'),
      dates: nullable(deliveryDatesShape, 'The expected delivery of a placed order. It never changes. null if it is unknown.'),
    }),
  ),
  payment: nullable(extendShape(amountShape, { title: text() })),
  payment_instructions: nullable(
    instructionsShape,
    'Payment instructions of methods without a payment page. null if there are none.',
  ),
  recurring: amountShape,
  rates: listOf(object({ recurring: flag(), rate: figure('In per cent.'), code: text(), net: figure(), tax: figure() })),
  weight: figure(),
  weight_unit: text(),
} as const

export const documentShape = withName('Document', extendShape(amountShape, documentMembers))

export type DocumentEntity = 'sales-order' | 'quote'

type OrderRecord = RecordOf<typeof salesOrder>
type QuoteRecord = RecordOf<typeof quote>
type LineRecord = Omit<RecordOf<typeof orderLine>, 'sales_order_id'> | Omit<RecordOf<typeof quoteLine>, 'quote_id'>
type ConfigRecord =
  | Omit<RecordOf<typeof orderLineConfig>, 'order_line_id'>
  | Omit<RecordOf<typeof quoteLineConfig>, 'quote_line_id'>
type RateRecord = Omit<RecordOf<typeof orderTaxRate>, 'sales_order_id'> | Omit<RecordOf<typeof quoteTaxRate>, 'quote_id'>

/** The seller, as the store was named when the document was frozen. */
export type Letterhead = ShapeValue<typeof letterheadShape>

/** An address as submitted: texts, and the ids of the places that determined taxes and delivery. */
export type AddressTexts = Pick<RecordOf<typeof orderAddress>, keyof typeof addressMembers | (typeof placeKeys)[number]>

/**
 * A file of a line: an upload of its configuration (`question:<id>`), a picture of the product (`picture`) or of an answer (`answer:<id>`), or a
 * layer of the picture of the configured product (`layer:<n>`, the lowest first).
 */
export type FrozenFile = Pick<FileRow, 'name' | 'property' | 'original_name' | 'media_type' | 'size'>

export interface FrozenLine {
  readonly values: LineRecord
  /** In page and question order. */
  readonly config: readonly ConfigRecord[]
  readonly files: readonly FrozenFile[]
  /** The name of the picture of the configured product, or of the product without layers. null: none. */
  readonly image: string | null
}

/** The parts of a document that was just stored. null: must be read. */
export interface FrozenParts {
  readonly lines: readonly LineRecord[]
  readonly config: readonly ConfigRecord[] | null
  readonly rates: readonly RateRecord[] | null
  /** False if the document has no files. */
  readonly mayHaveFiles: boolean
}

/** A whole stored document. */
export interface FrozenDocument<Entity extends DocumentEntity = DocumentEntity> {
  readonly entity: Entity
  readonly id: number
  readonly values: Entity extends 'quote' ? QuoteRecord : OrderRecord
  readonly shop: Letterhead
  /** The payment instructions shown to the customer of an order. null: none. */
  readonly instructions: Instructions | null
  readonly billing: AddressTexts | null
  readonly delivery: AddressTexts | null
  /** In cart order. */
  readonly lines: readonly FrozenLine[]
  readonly rates: readonly RateRecord[]
}

export type DocumentOption = DocumentLineReply['options'][number]

export type DocumentLineReply = ShapeValue<typeof documentLineShape>

export type DocumentRateReply = DocumentReply['rates'][number]

/** A charge in addition to the goods. */
export type ChargeReply = NonNullable<DocumentReply['payment']>

export type AddressReply = ShapeValue<typeof postalAddressShape>

/** Amounts are in the document's currency unless stated otherwise. */
export type DocumentReply = ShapeValue<typeof documentShape>

/** The name of a picture in the file store. */
export type PictureName = string

/** A picture as stored. */
export interface StoredPicture {
  /** Its content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * The content of a printed document as core hands it to the plugin that prints: the frozen record, its invoice and its pictures.
 */
export type StoredPictures = ReadonlyMap<PictureName, StoredPicture>

/** The fields that an invoice adds to its order. */
export interface InvoiceTexts {
  readonly number: string
  readonly created: string | null
  /** When the goods were delivered. null if they were paid in advance, on the day of the invoice. */
  readonly supplied: string | null
}

/** The fields that a credit note adds to its invoice. */
export interface CreditNoteTexts {
  readonly number: string
  readonly created: string | null
  readonly reason: string
  /** True if it credits the whole invoice. */
  readonly isCancellation: boolean
}

/** Staff, or the network of a shopper: an IPv4 address, or the first 64 bits of an IPv6 address. */
export type PrintRequester = 'staff' | { readonly network: string }

export interface PrintSource {
  readonly context: Context
  readonly requester: PrintRequester
  readonly document: FrozenDocument
  /** The document as callers read it, in its own language. */
  readonly reply: DocumentReply
  /** null unless the document needs one. */
  readonly invoice: InvoiceTexts | null
  /** The credit note to print. Then `document` contains the credited parts only. */
  readonly creditNote: CreditNoteTexts | null
  /** Further documents of the same file, in order. Only for printed documents that declare `sets`. */
  readonly following?: readonly PrintSource[]
  /** The shop's logo at the time the document was frozen. */
  readonly logo: PictureName | null
  /** Reads stored pictures, up to 24 MB together. Further pictures are left out. */
  loadPictures(names: readonly PictureName[]): Promise<StoredPictures>
}

/** Prints the document with that name. */
export type DocumentPrinter = (name: string, source: PrintSource) => Promise<ReplyFile>
