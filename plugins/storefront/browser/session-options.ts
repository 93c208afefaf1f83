// What a page says of the session that its configurator is to open.

export interface SessionOptions {
  readonly api: string
  readonly product: number
  readonly language: string
  readonly currency: string | null
  readonly shopper: string | null
  /** The token of the configuration that the page has opened for its shopper; no other takes its place. */
  readonly configuration: string | null
  /** Tells configurators of the same product on one page apart; '' for the one. */
  readonly place: string
}
