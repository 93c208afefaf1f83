// The events that observers subscribe to (spec 6): names with their payloads. Delivered after commit, frozen, in config order.

export interface EventPayloads {
  onSvcAddToCart: {
    readonly cartId: number
    readonly positionId: number
    readonly configurationId: number
    readonly productId: number
    readonly quantity: number
  }
  onSvcStoreRecord: { readonly entity: string; readonly id: number; readonly inserted: boolean }
  onSvcDeleteRecord: { readonly entity: string; readonly id: number }
  onSvcStartConfiguration: { readonly configurationId: number; readonly productId: number }
}
export type EventName = keyof EventPayloads

export type Observers = {
  readonly [Name in EventName]?: (payload: EventPayloads[Name]) => void | Promise<void>
}
