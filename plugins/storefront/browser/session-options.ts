// The options of the session that a page's configurator opens.

export interface SessionOptions {
  readonly api: string
  readonly product: number
  readonly language: string
  readonly currency: string | null
  readonly shopper: string | null
  /** The token of the configuration that the page opened for its shopper. It is never replaced by another one. */
  readonly configuration: string | null
  /** That configuration stays unchanged: the page works on a copy of it. */
  readonly copies: boolean
  /** Distinguishes configurators of the same product on one page; '' if there is only one. */
  readonly place: string
}
