// What a page says of the session that its configurator is to open.

export interface SessionOptions {
  readonly api: string
  readonly product: number
  readonly language: string
  readonly currency: string | null
  readonly shopper: string | null
  /** The token of the configuration that the page has opened for its shopper; no other takes its place. */
  readonly configuration: string | null
  /** That configuration stays as it is: the page works on a copy of it. */
  readonly copies: boolean
  /** Tells configurators of the same product on one page apart; '' for the one. */
  readonly place: string
}
