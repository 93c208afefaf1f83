// Frozen orders and quotes: the immutable stored records, and the reply that callers read.
import type { documentLineShape, documentShape, letterheadShape, postalAddressShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
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
import type { addressKeys, Instructions, placeKeys } from './texts.js'

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

export type DocumentOption = DocumentLineReply['options'][number]

export type DocumentLineReply = ShapeValue<typeof documentLineShape>

export type DocumentRateReply = DocumentReply['rates'][number]

/** A charge in addition to the goods. */
export type ChargeReply = NonNullable<DocumentReply['payment']>

export type AddressReply = ShapeValue<typeof postalAddressShape>

/** Amounts are in the document's currency unless stated otherwise. */
export type DocumentReply = ShapeValue<typeof documentShape>
