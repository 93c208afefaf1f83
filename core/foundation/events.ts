// The events that observers can subscribe to. Delivered once, after commit, frozen, in the order of the configuration.

export interface EventPayloads {
  /** A record was created or changed, through any surface. */
  onSvcStoreRecord: { readonly entity: string; readonly id: number; readonly inserted: boolean }
  /** A record was deleted. Dependent records that were deleted with it have events of their own. */
  onSvcDeleteRecord: { readonly entity: string; readonly id: number }
  /** A shopper, or a system on their behalf, started a configuration of a product. */
  onSvcStartConfiguration: { readonly configurationId: number; readonly productId: number }
  /** A configuration became complete, initially or by a change. It can become incomplete and complete again. */
  onSvcCompleteConfiguration: { readonly configurationId: number; readonly productId: number }
  /** A configuration was added to a cart. Copied positions count, too. */
  onSvcAddToCart: {
    readonly cartId: number
    readonly positionId: number
    readonly configurationId: number
    readonly productId: number
    readonly quantity: number
  }
  /** An account was created by registration, or at the first visit of a host user. */
  onSvcRegisterCustomer: { readonly customerId: number }
  /** The status of an order changed, for any reason. */
  onSvcSetStatus: { readonly orderId: number; readonly from: string; readonly to: string }
  /** A payment was received in full, as reported by the provider or recorded by staff. */
  onSvcReceivePayment: {
    readonly paymentId: number
    readonly orderId: number
    readonly amount: number
    readonly currency: string
  }
  /** A checkout was started, and a draft of the order was created. */
  onSvcCheckout: { readonly orderId: number; readonly cartId: number }
  /** An order was placed and received its number. */
  onSvcPlaceOrder: { readonly orderId: number; readonly number: string }
  /** A shipment of an order was created. */
  onSvcShip: { readonly orderId: number; readonly shipmentId: number; readonly number: string }
  /** A shopper requested a quote. */
  onSvcRequestQuote: { readonly quoteId: number }
  /** A quote was sent to the customer. */
  onSvcSendQuote: { readonly quoteId: number }
  /** A product of a transfer package was imported completely. */
  onSvcImportCatalog: { readonly productId: number }
}

export type EventName = keyof EventPayloads

/** All event names, for checks and documentation. */
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
  'onSvcShip',
  'onSvcRequestQuote',
  'onSvcSendQuote',
  'onSvcImportCatalog',
] as const satisfies readonly EventName[]

type Unlisted = Exclude<EventName, (typeof eventNames)[number]>
/** Fails to compile if a name is missing above. */
export const everyEventIsListed: Unlisted extends never ? true : never = true

export type Observers = {
  readonly [Name in EventName]?: (payload: EventPayloads[Name]) => void | Promise<void>
}
