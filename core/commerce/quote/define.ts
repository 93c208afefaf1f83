// What a quote is to its callers: what a shopper sends when he asks for one and when he accepts it, and what he reads.
import type { RecordOf } from '../../foundation/property/typing.js'
import type { quote } from '../../model/entities/orders/quote.js'
import type { CurrencyView } from '../../shop/currency.js'
import type { AddressInput } from '../checkout/define.js'
import type { DocumentReply } from '../document/define.js'

export type QuoteRecord = RecordOf<typeof quote>

/** Addresses as they are told: fields, or one of the account's own. */
export interface ToldAddresses {
  readonly billing?: AddressInput | undefined
  readonly billing_address_id?: number | undefined
  readonly delivery?: AddressInput | undefined
  readonly delivery_address_id?: number | undefined
}

/** All of it may be left out by those whose account says it. */
export interface QuoteRequest extends ToldAddresses {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly vat_id?: string | undefined
  readonly note?: string | undefined
}

export interface AcceptInput extends ToldAddresses {
  readonly payment_method_id?: number | undefined
  readonly terms_agreed?: boolean | undefined
  /** The gross that the shopper saw. */
  readonly total: number
  /** The recurring gross that he saw; 0 if left out. */
  readonly recurring_total?: number | undefined
}

/** A way of paying; whichever is taken, the quote's total is what is paid. */
export interface QuotePaymentChoice {
  readonly id: number
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
}

/** What is asked of whoever accepts it. */
export interface Acceptance {
  /** True: the billing address was not told yet. */
  readonly asks_for_billing: boolean
  /** True: neither was the delivery address; the goods go to the billing address where none is given. */
  readonly asks_for_delivery: boolean
  /** False where there is nothing to pay. */
  readonly asks_for_payment: boolean
  readonly payment_methods: readonly QuotePaymentChoice[]
  readonly asks_for_terms: boolean
}

export interface QuoteReply extends DocumentReply {
  /** What the shop wrote to it. */
  readonly answer: string
  /** The number of the quote in whose place it stands. */
  readonly revises: number | null
  /** False while a quote that was not sent yet is of somebody who sees no prices here: all its amounts are 0. */
  readonly shows_prices: boolean
  /** The token of the order that it became. */
  readonly order: string | null
  /** null unless it can be accepted now. */
  readonly acceptance: Acceptance | null
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
