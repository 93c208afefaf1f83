// The events that observers can subscribe to. Delivered once, after commit, frozen, in the order of the configuration.

interface EventDeclaration {
  /** One sentence for the reference. */
  readonly when: string
  /** The type of each field of the payload. */
  readonly payload: Readonly<Record<string, keyof FieldTypes>>
}

interface FieldTypes {
  readonly string: string
  readonly number: number
  readonly boolean: boolean
}

/** Event names, payload types and the reference pages are derived from this object. */
export const events = {
  onSvcStoreRecord: {
    when: 'A record was created or changed, through any surface.',
    payload: { entity: 'string', id: 'number', inserted: 'boolean' },
  },
  onSvcDeleteRecord: {
    when: 'A record was deleted. Dependent records that were deleted with it have events of their own.',
    payload: { entity: 'string', id: 'number' },
  },
  onSvcStartConfiguration: {
    when: 'A shopper, or a system on their behalf, started a configuration of a product.',
    payload: { configurationId: 'number', productId: 'number' },
  },
  onSvcCompleteConfiguration: {
    when: 'A configuration became complete, initially or by a change. It can become incomplete and complete again.',
    payload: { configurationId: 'number', productId: 'number' },
  },
  onSvcAddToCart: {
    when: 'A configuration was added to a cart. Copied positions count, too.',
    payload: { cartId: 'number', positionId: 'number', configurationId: 'number', productId: 'number', quantity: 'number' },
  },
  onSvcRegisterCustomer: {
    when: 'An account was created by registration, or at the first visit of a host user.',
    payload: { customerId: 'number' },
  },
  onSvcSetStatus: {
    when: 'The status of an order changed, for any reason.',
    payload: { orderId: 'number', from: 'string', to: 'string' },
  },
  onSvcCheckout: {
    when: 'A checkout was started, and a draft of the order was created.',
    payload: { orderId: 'number', cartId: 'number' },
  },
  onSvcPlaceOrder: {
    when: 'An order was placed and received its number.',
    payload: { orderId: 'number', number: 'string' },
  },
  onSvcReceivePayment: {
    when: 'A payment was received in full, as reported by the provider or recorded by staff.',
    payload: { paymentId: 'number', orderId: 'number', amount: 'number', currency: 'string' },
  },
  onSvcShip: {
    when: 'A shipment of an order was created.',
    payload: { orderId: 'number', shipmentId: 'number', number: 'string' },
  },
  onSvcRequestQuote: {
    when: 'A shopper requested a quote.',
    payload: { quoteId: 'number' },
  },
  onSvcSendQuote: {
    when: 'A quote was sent to the customer.',
    payload: { quoteId: 'number' },
  },
  onSvcImportCatalog: {
    when: 'A product of a transfer package was imported completely.',
    payload: { productId: 'number' },
  },
} as const satisfies Readonly<Record<`onSvc${string}`, EventDeclaration>>

export type EventName = keyof typeof events

export const eventNames = Object.keys(events) as readonly EventName[]

export type EventPayloads = {
  readonly [Name in EventName]: {
    readonly [Field in keyof (typeof events)[Name]['payload']]: FieldTypes[(typeof events)[Name]['payload'][Field] &
      keyof FieldTypes]
  }
}

export type Observers = {
  readonly [Name in EventName]?: (payload: EventPayloads[Name]) => void | Promise<void>
}
