// An entry in an account's list of orders.
import type { CurrencyView } from '../../shop/shop.js'

export interface OrderSummary {
  /** The token. */
  readonly order: string
  readonly number: number | null
  /** The number with its prefix. */
  readonly number_text: string
  readonly status: string
  readonly payment_state: string
  readonly fulfilment_state: string
  /** ISO 8601. */
  readonly placed: string | null
  readonly currency: CurrencyView
  readonly gross: number
  readonly recurring_gross: number
}

/** A shipment as its customer reads it. */
export interface ShipmentReply {
  readonly number: string
  readonly carrier: string
  readonly tracking_code: string
  readonly tracking_url: string
  /** ISO 8601. */
  readonly shipped: string | null
  /** ISO 8601. */
  readonly delivered: string | null
  readonly lines: readonly { readonly order_line_id: number; readonly quantity: number }[]
}

/** A step that an order has taken or will take. */
export interface OrderStep {
  /** `ordered`, `paid`, `confirmed`, `shipped`, `delivered` or `cancelled`. */
  readonly step: string
  readonly done: boolean
  /** ISO 8601. null until it is done, and if the order skipped it. */
  readonly at: string | null
}

export interface OrderProgress {
  readonly payment_state: string
  readonly fulfilment_state: string
  readonly steps: readonly OrderStep[]
  /** Without cancelled shipments. */
  readonly shipments: readonly ShipmentReply[]
  /** The number of the invoice. */
  readonly invoice: string | null
  readonly credit_notes: readonly {
    readonly id: number
    readonly number: string
    /** ISO 8601. */
    readonly created: string
    readonly gross: number
  }[]
  /** True if the customer may cancel the order. */
  readonly may_cancel: boolean
}
