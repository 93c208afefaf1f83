// What a page of the shop has asked of the service while the configurator's script, which asks the same at first, was on its way.

/** One call. */
export interface Begun {
  readonly url: string
  /** As it was sent; undefined where it only reads. */
  readonly sent: string | undefined
  /** In whose name; null for a guest. */
  readonly shopper: string | null
  /** Milliseconds since the page was opened. */
  readonly at: number
  readonly answer: Promise<Response>
}

export const page = globalThis as typeof globalThis & { svcBegun?: Begun[] }

/** The answer, once; undefined where it was not asked. */
export function answerTo(url: string, sent: string | undefined, shopper: string | null): Promise<Response> | undefined {
  const begun = page.svcBegun ?? []
  const at = begun.findIndex((one) => one.url === url && one.sent === sent && one.shopper === shopper)
  return at < 0 ? undefined : begun.splice(at, 1)[0]!.answer
}
