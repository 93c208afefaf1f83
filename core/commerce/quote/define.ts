// Types of the quote API: the request, the acceptance, and the replies that the shopper reads.
import type { RecordOf } from '../../foundation/property/typing.js'
import type { quote } from '../../model/entities/orders/quote.js'
import type { CurrencyView } from '../../shop/shop.js'
import type { AddressInput } from '../checkout/define.js'
import type { DocumentReply } from '../document/define.js'

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

/** A payment method. It does not change the quote's total. */
export interface QuotePaymentChoice {
  readonly id: number
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
}

/** The input that accepting the quote requires. */
export interface AcceptanceRequirements {
  /** True: the quote has no billing address yet. */
  readonly asks_for_billing: boolean
  /** True: the quote has no shipping address either. Default: the billing address. */
  readonly asks_for_delivery: boolean
  /** False if there is nothing to pay. */
  readonly asks_for_payment: boolean
  readonly payment_methods: readonly QuotePaymentChoice[]
  readonly asks_for_terms: boolean
}

export interface QuoteReply extends DocumentReply {
  /** The message of the shop to the customer. */
  readonly answer: string
  /** The number of the quote that this one replaces. */
  readonly revises: number | null
  /** False if the quote was not sent yet and the customer's group sees no prices. All amounts are 0 then. */
  readonly shows_prices: boolean
  /** The token of the resulting order. */
  readonly order: string | null
  /** null unless the quote can be accepted now. */
  readonly acceptance: AcceptanceRequirements | null
}

export interface QuoteSummary {
  /** The token. */
  readonly quote: string
  readonly number: number | null
  readonly status: string
  /** ISO 8601. */
  readonly created: string
  /** ISO 8601. */
  readonly valid_until: string | null
  readonly currency: CurrencyView
  readonly shows_prices: boolean
  readonly gross: number
  readonly recurring_gross: number
}
