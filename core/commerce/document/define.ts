// What an order and a quote are once they are frozen: records that nothing changes, and the reply that callers read.
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
import type { addressKeys, Instructions, letterheadKeys, placeKeys } from './texts.js'

/** The two kinds of document. */
export type DocumentEntity = 'sales-order' | 'quote'

type OrderRecord = RecordOf<typeof salesOrder>
type QuoteRecord = RecordOf<typeof quote>
type LineRecord = Omit<RecordOf<typeof orderLine>, 'sales_order_id'> | Omit<RecordOf<typeof quoteLine>, 'quote_id'>
type ConfigRecord =
  | Omit<RecordOf<typeof orderLineConfig>, 'order_line_id'>
  | Omit<RecordOf<typeof quoteLineConfig>, 'quote_line_id'>
type RateRecord = Omit<RecordOf<typeof orderTaxRate>, 'sales_order_id'> | Omit<RecordOf<typeof quoteTaxRate>, 'quote_id'>

/** Who sold it, as the store was named when the document was frozen. */
export type Letterhead = Readonly<Record<(typeof letterheadKeys)[number], string>>

/** An address as it was told: texts, and the records of the places by which taxes and delivery were found. */
export type AddressTexts = Pick<RecordOf<typeof orderAddress>, (typeof addressKeys)[number] | (typeof placeKeys)[number]>

/** A file that went with a line: an upload of its configuration (`question:<id>`), or a picture of the product (`picture`) or of an answer (`answer:<id>`). */
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
}

/** What whoever has just stored the parts of a document has in hand; null where it has to be read. */
export interface FrozenParts {
  readonly lines: readonly LineRecord[]
  readonly config: readonly ConfigRecord[] | null
  readonly rates: readonly RateRecord[] | null
  /** False where no file went with it: the lines have none. */
  readonly mayHaveFiles: boolean
}

/** A whole document as it is stored. */
export interface FrozenDocument<Entity extends DocumentEntity = DocumentEntity> {
  readonly entity: Entity
  readonly id: number
  readonly values: Entity extends 'quote' ? QuoteRecord : OrderRecord
  readonly shop: Letterhead
  /** How an order is paid, as its customer was told; null where he was told nothing. */
  readonly instructions: Instructions | null
  readonly billing: AddressTexts | null
  readonly delivery: AddressTexts | null
  /** In the order of the cart. */
  readonly lines: readonly FrozenLine[]
  readonly rates: readonly RateRecord[]
}

export interface DocumentOption {
  readonly question: string
  /** The answer's title, the entry with its unit, or the file's name. */
  readonly text: string
  /** The id of the file that was uploaded; null where it is none. */
  readonly file: string | null
  /** Of one piece, in the base currency. */
  readonly net: number
  readonly recurring_net: number
}

export interface DocumentLineReply extends AmountReply {
  readonly id: number
  readonly product_id: number | null
  readonly title: string
  readonly sku: string
  readonly quantity: number
  /** Of one piece, in the base currency. */
  readonly unit_net: number
  readonly net_before_discount: number
  /** In per cent. */
  readonly tax_rate: number
  readonly recurring: AmountReply & { readonly net_before_discount: number; readonly tax_rate: number; readonly interval: string }
  readonly weight: number
  readonly note: string
  readonly options: readonly DocumentOption[]
  /** What was uploaded to its questions. */
  readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly size: number }[]
}

export interface DocumentRateReply {
  readonly recurring: boolean
  readonly rate: number
  readonly code: string
  readonly net: number
  readonly tax: number
}

/** What is charged beside the goods. */
export interface ChargeReply extends AmountReply {
  readonly title: string
}

export type AddressReply = Pick<AddressTexts, (typeof addressKeys)[number]>

/** In the document's currency, but for what says otherwise. */
export interface DocumentReply extends AmountReply {
  /** The token: the only key for those who have no account. */
  readonly token: string
  /** null until it has one. */
  readonly number: number | null
  readonly status: string
  readonly created: string
  /** When an order was placed; null for a quote. */
  readonly placed: string | null
  /** Until when a quote holds; null for an order, and for a quote that was not sent yet. */
  readonly valid_until: string | null
  readonly language: string
  readonly currency: { readonly code: string; readonly symbol: string; readonly decimals: number }
  /** True: net prices are shown first. */
  readonly b2b: boolean
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly note: string
  /** When the terms were agreed to; null where nobody asked for that. */
  readonly terms_agreed: string | null
  /** Rich text: the terms as they read then. */
  readonly terms: string
  readonly shop: Letterhead
  readonly billing: AddressReply | null
  readonly delivery_address: AddressReply | null
  readonly lines: readonly DocumentLineReply[]
  readonly discount: { readonly title: string; readonly net: number } | null
  readonly recurring_discount: { readonly title: string; readonly net: number } | null
  readonly delivery: (ChargeReply & { readonly days: number | null }) | null
  readonly payment: ChargeReply | null
  /** How an order is paid by whoever is sent nowhere; null where nothing was to be told. */
  readonly payment_instructions: Instructions | null
  readonly recurring: AmountReply
  readonly rates: readonly DocumentRateReply[]
  readonly weight: number
  readonly weight_unit: string
}
