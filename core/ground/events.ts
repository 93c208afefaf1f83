// The events that observers subscribe to (spec 6): names with their payloads. Delivered after commit, once, frozen, in config order.

export interface EventPayloads {
  /** A record was created or changed, through whichever surface. */
  onSvcStoreRecord: { readonly entity: string; readonly id: number; readonly inserted: boolean }
  /** A record was deleted; what went along with it has events of its own. */
  onSvcDeleteRecord: { readonly entity: string; readonly id: number }
  /** A shopper, or a system in his name, began to configure a product. */
  onSvcStartConfiguration: { readonly configurationId: number; readonly productId: number }
  /** Nothing is missing any more: from the start, or by a change. It may be opened and completed again. */
  onSvcCompleteConfiguration: { readonly configurationId: number; readonly productId: number }
  /** A configuration was put into a cart, a copy of a position included. */
  onSvcAddToCart: {
    readonly cartId: number
    readonly positionId: number
    readonly configurationId: number
    readonly productId: number
    readonly quantity: number
  }
  /** An account was made: by registration, or at the first visit of a host's user. */
  onSvcRegisterCustomer: { readonly customerId: number }
  /** An order has another status, for whatever reason. */
  onSvcSetStatus: { readonly orderId: number; readonly from: string; readonly to: string }
  /** The whole amount of a payment was received: reported by its provider, or said by a person. */
  onSvcReceivePayment: {
    readonly paymentId: number
    readonly orderId: number
    readonly amount: number
    readonly currency: string
  }
  /** A cart went to checkout: a draft of an order exists. */
  onSvcCheckout: { readonly orderId: number; readonly cartId: number }
  /** An order was placed and has a number. */
  onSvcPlaceOrder: { readonly orderId: number; readonly number: string }
  /** A shopper asked for a quotation. */
  onSvcRequestQuote: { readonly quoteId: number }
  /** A quotation was sent to whoever asked for it. */
  onSvcSendQuote: { readonly quoteId: number }
  /** A product of a transfer package was imported, with all that belongs to it. */
  onSvcImportCatalog: { readonly productId: number }
}

export type EventName = keyof EventPayloads

/** Every event, for checks and documents. */
export const eventNames = [
  'onSvcStoreRecord',
  'onSvcDeleteRecord',
  'onSvcStartConfiguration',
  'onSvcCompleteConfiguration',
  'onSvcAddToCart',
  'onSvcRegisterCustomer',
  'onSvcSetStatus',
  'onSvcCheckout',
  'onSvcPlaceOrder',
  'onSvcReceivePayment',
  'onSvcRequestQuote',
  'onSvcSendQuote',
  'onSvcImportCatalog',
] as const satisfies readonly EventName[]

type Unlisted = Exclude<EventName, (typeof eventNames)[number]>
/** Does not compile while a name is missing above. */
export const everyEventIsListed: Unlisted extends never ? true : never = true

export type Observers = {
  readonly [Name in EventName]?: (payload: EventPayloads[Name]) => void | Promise<void>
}
