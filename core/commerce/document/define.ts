// Frozen orders and quotes: the immutable stored records, and the reply that callers read.
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
import type { AmountReply } from '../../shop/price.js'
import type { DeliveryDates } from '../delivery/offers.js'
import type { addressKeys, Instructions, letterheadKeys, placeKeys } from './texts.js'

export type DocumentEntity = 'sales-order' | 'quote'

type OrderRecord = RecordOf<typeof salesOrder>
type QuoteRecord = RecordOf<typeof quote>
type LineRecord = Omit<RecordOf<typeof orderLine>, 'sales_order_id'> | Omit<RecordOf<typeof quoteLine>, 'quote_id'>
type ConfigRecord =
  | Omit<RecordOf<typeof orderLineConfig>, 'order_line_id'>
  | Omit<RecordOf<typeof quoteLineConfig>, 'quote_line_id'>
type RateRecord = Omit<RecordOf<typeof orderTaxRate>, 'sales_order_id'> | Omit<RecordOf<typeof quoteTaxRate>, 'quote_id'>

/** The seller, as the store was named when the document was frozen. */
export type Letterhead = Readonly<Record<(typeof letterheadKeys)[number], string>>

/** An address as submitted: texts, and the ids of the places that determined taxes and delivery. */
export type AddressTexts = Pick<RecordOf<typeof orderAddress>, (typeof addressKeys)[number] | (typeof placeKeys)[number]>

/**
 * A file of a line: an upload of its configuration (`question:<id>`), a picture of the product (`picture`) or of an answer (`answer:<id>`), or a
 * layer of the picture of the configured product (`layer:<n>`, the lowest first).
 */
export interface FrozenFile {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
}

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

export interface DocumentOption {
  readonly question: string
  /** The answer's title, the entry with its unit, or the file's name. */
  readonly text: string
  /** The id of the uploaded file. null: not an upload. */
  readonly file: string | null
  /** Per piece, in the base currency. */
  readonly net: number
  readonly recurring_net: number
}

export interface DocumentLineReply extends AmountReply {
  readonly id: number
  readonly product_id: number | null
  readonly title: string
  readonly sku: string
  /** The name of the picture of the configured product. `products/{product}/pictures/{name}` returns it. null: none. */
  readonly image: string | null
  readonly quantity: number
  /** Per piece, in the base currency. */
  readonly unit_net: number
  readonly net_before_discount: number
  /** Percent. */
  readonly tax_rate: number
  readonly recurring: AmountReply & { readonly net_before_discount: number; readonly tax_rate: number; readonly interval: string }
  readonly weight: number
  readonly note: string
  readonly options: readonly DocumentOption[]
  /** The files uploaded to its questions. */
  readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly size: number }[]
}

export interface DocumentRateReply {
  readonly recurring: boolean
  readonly rate: number
  readonly code: string
  readonly net: number
  readonly tax: number
}

/** A charge in addition to the goods. */
export interface ChargeReply extends AmountReply {
  readonly title: string
}

export type AddressReply = Pick<AddressTexts, (typeof addressKeys)[number]>

/** Amounts are in the document's currency unless stated otherwise. */
export interface DocumentReply extends AmountReply {
  /** The token: the only key for guests. */
  readonly token: string
  /** null until a number is assigned. */
  readonly number: number | null
  /** The number with its prefix. '' until a number is assigned. */
  readonly number_text: string
  readonly status: string
  readonly created: string
  /** When an order was placed. null for a quote. */
  readonly placed: string | null
  /** End of a quote's validity. null for an order, and for a quote that was not sent yet. */
  readonly valid_until: string | null
  readonly language: string
  readonly currency: { readonly code: string; readonly symbol: string; readonly decimals: number }
  /** If true, show net prices first. */
  readonly b2b: boolean
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly note: string
  /** When the terms were agreed to. null if the shop did not ask. */
  readonly terms_agreed: string | null
  /** Rich text: the terms at that time. */
  readonly terms: string
  readonly shop: Letterhead
  readonly billing: AddressReply | null
  readonly delivery_address: AddressReply | null
  readonly lines: readonly DocumentLineReply[]
  readonly discount: { readonly title: string; readonly net: number } | null
  readonly recurring_discount: { readonly title: string; readonly net: number } | null
  /**
   * `days`: of the shipping method; `total_days`: from the order to the last expected day; `dates`: of a placed order. They never change.
   * null if unknown.
   */
  readonly delivery:
    | (ChargeReply & {
        readonly days: number | null
        readonly total_days: number | null
        readonly dates: DeliveryDates | null
      })
    | null
  readonly payment: ChargeReply | null
  /** Payment instructions if the customer is not redirected to a provider. null: none. */
  readonly payment_instructions: Instructions | null
  readonly recurring: AmountReply
  readonly rates: readonly DocumentRateReply[]
  readonly weight: number
  readonly weight_unit: string
}
