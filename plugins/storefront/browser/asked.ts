// What a page of the shop has asked of the service while the configurator's script, which asks the same at first, was on its way.

interface Page {
  /** The answer, once; undefined where it was not asked. `body` is as it is sent, `shopper` who asks. */
  svcAsked?: (url: string, body: string | undefined, shopper: string | null) => Promise<Response> | undefined
}

export const page = globalThis as typeof globalThis & Page
