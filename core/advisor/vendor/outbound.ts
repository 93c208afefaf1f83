// The one way out to a vendor: to hosts that the installation allows, without redirects, and never longer silent than patience lasts.
import { isAllowedAddress } from '../../foundation/allowed-address.js'
import { runUntilAborted } from '../../foundation/run-until-aborted.js'
import { isObject } from '../../foundation/object.js'
import { VendorFailure } from './define.js'

/** Where a vendor is reached, and how long its silence is borne. */
export interface Line {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** `name`, `name:port` or, for plain http, `http://name[:port]`, as URLs spell them. Other hosts are refused. */
  readonly hosts: readonly string[]
  /** Milliseconds without a word after which it is given up. */
  readonly patience: number
}

interface Post {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Ends the call. */
  readonly signal: AbortSignal
}

/** Bytes of a refusal that are read. */
const longestRefusal = 2_000

/** Milliseconds and bytes that are left to a body which nobody listens to any more. */
const farewell = 1_000
const mostLeft = 64_000

/** Milliseconds that a vendor asks to wait, by seconds or a date; null where it names none. */
function waitOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : null
}

/** Aborts where nothing was heard for so long; `heard` begins anew. */
function listen(patience: number): { readonly signal: AbortSignal; heard(): void; end(): void } {
  const control = new AbortController()
  const late = (): void => {
    control.abort(new VendorFailure('late', `The vendor said nothing for ${patience / 1_000} seconds.`, true))
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

async function refusal(answer: Response): Promise<VendorFailure> {
  const { status } = answer
  const text = (await answer.text().catch(() => '')).slice(0, longestRefusal)
  const wait = waitOf(answer.headers.get('retry-after'))
  if (status === 429)
    return new VendorFailure('busy', 'The vendor has too much to do, or the account is used up (429).', true, wait)
  if (status >= 500) return new VendorFailure('broken', `The vendor failed (${status}).`, true, wait)
  return new VendorFailure('refused', `The vendor refused the request (${status}): ${saidIn(text)}`, false)
}

/** The sentence in a refusal; the same place in both protocols. */
function saidIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown }
    if (isObject(error) && typeof error['message'] === 'string') return error['message'].slice(0, 200)
  } catch {
    // A page of a proxy says nothing that helps.
  }
  return 'it does not say why.'
}

/**
 * Whoever has heard enough lets the body end by itself, so that the connection serves the next call: a body that is cancelled takes it
 * along, and the next call pays for another one, with its handshakes.
 */
async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), farewell)
  timer.unref()
  try {
    for (let bytes = 0; bytes < mostLeft; ) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {
    // It was ended by somebody, or broke off: nobody waits for it.
  } finally {
    clearTimeout(timer)
  }
}

/** Sends JSON and gives the body as it arrives. VendorFailure for everything but a body that ends by itself. */
export async function* post(
  { baseUrl, hosts, patience }: Line,
  { path, headers, body, signal }: Post,
): AsyncGenerator<Uint8Array> {
  if (!isAllowedAddress(baseUrl, hosts))
    throw new VendorFailure('forbidden', "The vendor's host is none that 'advisorHosts' allows.", false)
  const silence = listen(patience)
  const end = AbortSignal.any([signal, silence.signal])
  try {
    // fetch itself loses sight of its signal once garbage is collected, and would wait for ever (nodejs/undici#4068).
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
    if (!answer.ok || answer.body === null) throw await refusal(answer)
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
      if (!isOver) void (end.aborted ? reader.cancel().catch(() => undefined) : leave(reader))
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (silence.signal.aborted) throw silence.signal.reason
    if (error instanceof VendorFailure) throw error
    throw new VendorFailure('unreachable', 'The vendor could not be reached, or hung up.', true)
  } finally {
    silence.end()
  }
}
