// First requests of a shop page, sent before the configurator's script has loaded. The script reuses their responses.

export interface EarlyRequest {
  readonly url: string
  /** The request body as sent; undefined for a read. */
  readonly body: string | undefined
  /** The shopper's session token; null for a guest. */
  readonly shopper: string | null
  /** Milliseconds since the page was opened. */
  readonly at: number
  readonly answer: Promise<Response>
}

export const pageScope = globalThis as typeof globalThis & { svcBegun?: EarlyRequest[] }

/** The response, handed out once; undefined if no such request was sent. */
export function takeEarlyResponse(
  url: string,
  bodyText: string | undefined,
  shopper: string | null,
): Promise<Response> | undefined {
  const earlyRequests = pageScope.svcBegun ?? []
  const at = earlyRequests.findIndex(
    (earlyRequest) => earlyRequest.url === url && earlyRequest.body === bodyText && earlyRequest.shopper === shopper,
  )
  return at < 0 ? undefined : earlyRequests.splice(at, 1)[0]!.answer
}
