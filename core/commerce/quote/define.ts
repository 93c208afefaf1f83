// Types of the quote API: the request, the acceptance, and the replies that the shopper reads.
import type { acceptanceShape, quoteShape, quoteSummaryShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { quote } from '../../model/entities/orders/quote.js'
import type { AddressInput } from '../checkout/define.js'

export type QuoteRecord = RecordOf<typeof quote>

/** Submitted addresses: fields, or the id of an address of the account. */
export interface QuoteAddressInput {
  readonly billing?: AddressInput | undefined
  readonly billing_address_id?: number | undefined
  readonly delivery?: AddressInput | undefined
  readonly delivery_address_id?: number | undefined
}

/** All fields are optional if the shopper's account provides them. */
export interface QuoteRequestInput extends QuoteAddressInput {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly vat_id?: string | undefined
  readonly note?: string | undefined
}

export interface AcceptQuoteInput extends QuoteAddressInput {
  readonly payment_method_id?: number | undefined
  readonly terms_agreed?: boolean | undefined
  /** Gross total shown to the shopper. */
  readonly total: number
  /** Recurring gross total shown to the shopper. Default 0. */
  readonly recurring_total?: number | undefined
}

/** The input that accepting the quote requires. */
export type AcceptanceRequirements = ShapeValue<typeof acceptanceShape>

export type QuoteReply = ShapeValue<typeof quoteShape>

export type QuoteSummary = ShapeValue<typeof quoteSummaryShape>
