// Outbound HTTP to model vendors: only to allowed hosts, without redirects, and with a timeout on silence.
import { runUntilAborted } from 'product-configurator-service'
import { isAllowedAddress, isObject } from '#core/surface.js'
import { VendorFailure } from './define.js'

/** The address of a vendor and the timeout. */
export interface VendorConnection {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `name`, `name:port` or, for plain http, `http://name[:port]`, as URLs spell them. Other hosts are refused. */
  readonly hosts: readonly string[]
  /** Milliseconds without data after which the call fails. */
  readonly patience: number
}

interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Aborts the call. */
  readonly signal: AbortSignal
}

/** Maximum characters of an error response that are evaluated. */
const maxErrorLength = 2_000

/** Maximum milliseconds and bytes for draining an abandoned body. */
const drainMilliseconds = 1_000
const maxDrainBytes = 64_000

/** Milliseconds from a `retry-after` header in seconds or as a date. null if there is none. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : null
}

/** Aborts after this much silence. `heard` restarts the timer. */
function createSilenceTimer(patience: number): { readonly signal: AbortSignal; heard(): void; end(): void } {
  const control = new AbortController()
  const late = (): void => {
    control.abort(new VendorFailure('late', `The vendor sent nothing for ${patience / 1_000} seconds.`, true))
  }
  let timer = setTimeout(late, patience)
  return {
    signal: control.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(late, patience)
    },
    end: () => clearTimeout(timer),
  }
}

async function toVendorFailure(answer: Response): Promise<VendorFailure> {
  const { status } = answer
  const text = (await answer.text().catch(() => '')).slice(0, maxErrorLength)
  const wait = parseRetryAfter(answer.headers.get('retry-after'))
  if (status === 429)
    return new VendorFailure('busy', 'The vendor is overloaded, or the quota of the account is exhausted (429).', true, wait)
  if (status >= 500) return new VendorFailure('broken', `The vendor failed (${status}).`, true, wait)
  return new VendorFailure('refused', `The vendor refused the request (${status}): ${parseErrorMessage(text)}`, false)
}

/** The message of an error response. Both protocols use the same field. */
function parseErrorMessage(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown }
    if (isObject(error) && typeof error['message'] === 'string') return error['message'].slice(0, 200)
  } catch {
    // Not JSON, such as a proxy's error page.
  }
  return 'it does not say why.'
}

/**
 * Drains an abandoned body, so its connection can be reused. Cancelling the body closes the connection, and the next call needs a new
 * one with new handshakes.
 */
async function drainBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), drainMilliseconds)
  timer.unref()
  try {
    for (let bytes = 0; bytes < maxDrainBytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {
    // Aborted or disconnected. No caller waits for it.
  } finally {
    clearTimeout(timer)
  }
}

/** Sends JSON and yields the body as it arrives. VendorFailure unless the body ends normally. */
export async function* postJson(
  { baseUrl, hosts, patience }: VendorConnection,
  { path, headers, body, signal }: PostRequest,
): AsyncGenerator<Uint8Array> {
  if (!isAllowedAddress(baseUrl, hosts))
    throw new VendorFailure('forbidden', "'advisorHosts' does not allow the host of the vendor.", false)
  const silence = createSilenceTimer(patience)
  const end = AbortSignal.any([signal, silence.signal])
  try {
    // fetch can lose its signal after garbage collection and would then never end (nodejs/undici#4068).
    const answer = await runUntilAborted(end, () =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        redirect: 'error',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(body),
        signal: end,
      }),
    )
    silence.heard()
    if (!answer.ok || answer.body === null) throw await toVendorFailure(answer)
    const reader = answer.body.getReader()
    let isOver = false
    try {
      for (;;) {
        const { done, value } = await runUntilAborted(end, () => reader.read())
        isOver = done
        if (done) return
        silence.heard()
        yield value
      }
    } finally {
      if (!isOver) void (end.aborted ? reader.cancel().catch(() => undefined) : drainBody(reader))
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (silence.signal.aborted) throw silence.signal.reason
    if (error instanceof VendorFailure) throw error
    throw new VendorFailure('unreachable', 'The vendor could not be reached, or closed the connection.', true)
  } finally {
    silence.end()
  }
}
