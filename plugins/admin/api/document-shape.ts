// Request and reply types of orders, quotes and carts: their frozen documents, states, next steps, payments and shipments.
import type { DocumentEntity, DocumentReply, App } from '#core/contract.js'
import type { shopperCalls } from '#core/surface.js'

/** An effect of a step besides the new status. */
export interface StepEffect {
  /** A payment may become paid, or end with the order. `no-money`: the step refunds nothing. `credit`: it writes a credit note. `capture` and `release`: of an authorized payment. */
  readonly what: 'mail' | 'invoice' | 'paid' | 'ended' | 'no-money' | 'shipment' | 'credit' | 'capture' | 'release' | 'other'
  /** The mail, the payment's provider, or the description of a plugin's own effect. */
  readonly name?: string
  /** The recipient of a mail. */
  readonly to?: string
}

/** A status that a person can set next. */
export interface StatusStep {
  readonly status: string
  readonly label: string
  /** True for a final status. */
  readonly ends: boolean
  /** True if the order can return to its current status. */
  readonly returns: boolean
  readonly effects: readonly StepEffect[]
}

/** The author of a status change. */
type DocumentAuthor = Pick<Awaited<ReturnType<App['shop']['documents']['listPaymentHistory']>>[number], 'role' | 'who'>

export interface TimelineEntry {
  /** ISO 8601. */
  readonly at: string
  readonly what:
    | 'created'
    | 'placed'
    | 'terms'
    | 'invoice'
    | 'payment'
    | 'status'
    | 'shipment'
    | 'delivered'
    | 'shipmentCancelled'
    | 'creditNote'
  /** The reported status of a payment, the new status of the record, or the number of a shipment or a credit note. */
  readonly detail?: string
  readonly by?: DocumentAuthor
}

/**
 * A payment with its reports, oldest first. `POST payments/<id>/refund {amount?}` refunds it, `POST payments/<id>/settlement {status,
 * amount?, message?}` records the outcome of an offline payment, `POST payments/<id>/capture` captures an authorized one (orders:write).
 */
export interface PaymentDetail {
  readonly id: number
  /** The provider's label. */
  readonly provider: string
  readonly reference: string
  readonly status: string
  readonly statusLabel: string
  readonly amount: number | null
  readonly currency: string
  readonly received: number | null
  readonly receivedCurrency: string
  readonly refunded: number | null
  /** The amount that the provider holds. null once it is captured or released. */
  readonly authorized: number | null
  /** ISO 8601: the end of the authorization. null if unknown. */
  readonly captureBefore: string | null
  /** The step that the service carries out next. */
  readonly planned: '' | 'capture' | 'release'
  /** In the reader's language. */
  readonly remark: string
  readonly created: string
  readonly timeline: readonly {
    readonly at: string
    readonly source: string
    readonly status: string
    readonly statusLabel: string
    readonly amount: number | null
    readonly message: string
    /** The author of the status change. Absent if the report changed nothing. */
    readonly by?: DocumentAuthor
  }[]
}

/** A parcel of an order. `cancelled` is a time, or null. */
export interface ShipmentDetail {
  readonly id: number
  readonly number: string
  readonly carrier: string
  readonly trackingCode: string
  readonly trackingUrl: string
  readonly shipped: string | null
  readonly delivered: string | null
  readonly cancelled: string | null
  readonly lines: readonly { readonly order_line_id: number; readonly quantity: number }[]
}

/** A derived state with its label in the reader's language. */
export interface LabelledState {
  readonly value: string
  readonly label: string
}

/** What happened to an order after it was placed, and what can still happen. Amounts are in the order's currency. */
export interface OrderState {
  readonly payment: LabelledState
  readonly fulfilment: LabelledState
  readonly paid: number
  readonly refunded: number
  readonly tags: readonly string[]
  readonly staffNote: string
  readonly shipments: readonly ShipmentDetail[]
  /** `GET credit-notes/<id>/print` returns the file. */
  readonly creditNotes: readonly {
    readonly id: number
    readonly number: string
    readonly created: string | null
    readonly gross: number
    readonly reason: string
  }[]
  /** Pieces of each line that are in no shipment, and in no credit note. */
  readonly lines: readonly { readonly id: number; readonly unshipped: number; readonly uncredited: number }[]
  /** The gross delivery that was not credited. null if there is none. */
  readonly delivery: number | null
  /** The gross amount that can still be credited, per tax rate in percent. */
  readonly rates: readonly { readonly rate: number; readonly gross: number }[]
  /** True if a notification mails new shipments to the customer. */
  readonly mailsShipments: boolean
  readonly may: { readonly ship: boolean; readonly refund: boolean }
}

/** `GET orders/<id>` and `GET quotes/<id>` (orders:read): the frozen document. `GET orders/<id>/print/<printed>` returns its file. */
export interface DocumentDetail {
  readonly entity: DocumentEntity
  readonly id: number
  readonly document: Omit<DocumentReply, 'token'>
  /** Converts unit prices and prices of parts, which are in the base currency of that time, to the document's currency. */
  readonly baseFactor: number
  readonly statusLabel: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  /** The price calculation of each line, in line order: `{price, gross, recurring?, weight}`, trees of `{kind, title?, amount, parts?}`. */
  readonly traces: readonly unknown[]
  /** Paths of uploaded files below `api/`, by file id. */
  readonly files: Readonly<Record<string, string>>
  /** Paths of the lines' pictures below `api/`, by line id. Lines without a picture are left out. */
  readonly pictures: Readonly<Record<number, string>>
  /** null for a quote. */
  readonly order: OrderState | null
  readonly steps: readonly StatusStep[]
  readonly timeline: readonly TimelineEntry[]
  /** The names of the printed documents that are available now. */
  readonly printed: readonly string[]
  /** The number of its invoice. */
  readonly invoice: string | null
  readonly payments: readonly PaymentDetail[]
  readonly quote: {
    readonly answer: string
    readonly revises: number | null
    readonly validityDays: number | null
    /** Whether the customer gets a mail when the quote is sent. `waits`: only after a mail server was set up. */
    readonly mail: 'no-address' | 'off' | 'sent' | 'waits'
  } | null
  readonly may: { readonly write: boolean }
}

/** Tabs of the list of orders: `pay` and `ship` are the open ones with money due, and with something to ship. */
export type OrderTab = 'all' | 'open' | 'pay' | 'ship'

/** `GET orders` (orders:read): the number of orders per tab. `GET records/sales-order?filter[tab]=` returns the orders of one. */
export type OrderCounts = Readonly<Record<OrderTab, number>>

/** `POST orders/bulk {ids | filter, search, status | tag, dry_run?}` (orders:write): each order is changed separately. */
export interface OrderBulkReply {
  readonly changed: number
  /** `reason`: the present status if it does not allow the change, else the refusal. */
  readonly refused: readonly { readonly id: number; readonly number: string; readonly reason: string }[]
}

/** `GET carts/<id>` (read access to carts): the shopper's view without their tokens. `cart` is null if it no longer is a cart. */
export interface CartDetail {
  readonly id: number
  readonly created: string
  readonly state: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  readonly cart:
    | (Omit<shopperCalls.CartReply, 'cart' | 'positions'> & {
        readonly positions: readonly Omit<shopperCalls.CartReply['positions'][number], 'configuration'>[]
      })
    | null
}
