// Who watches requests, and what they are told when one is over: the access log, metrics and traces. With nobody watching it costs nothing.
import type { ServerResponse } from 'node:http'
import type { Incoming } from '../incoming.js'
import { shownPath } from '../request.js'

/** A request that is over. */
export interface Answered {
  readonly requestId: string
  /** Of the `traceparent` that it came with; null where it had none. */
  readonly traceId: string | null
  /** After the method override; GET for HEAD too. */
  readonly method: string
  /** The pattern of the route, `/svc-api/v1/question/:id`; '' where no route answered. */
  readonly route: string
  /** Without query, and without what may open something. */
  readonly path: string
  /** 499 where the caller went away before there was an answer. */
  readonly status: number
  /** From the request's head to the last byte of the answer. */
  readonly seconds: number
  /** That were written, the head included. */
  readonly bytes: number
  /** The caller's, through the proxies that count. */
  readonly address: string
}

export interface Watcher {
  /** At the request's head; calls `go`, from which all that the request causes comes, once and at once. */
  around?(raw: Incoming, go: () => void): void
  over(answered: Answered, raw: Incoming): void
}

const callerGone = 499

export class RequestWatch {
  private readonly watchers = new Set<Watcher>()
  private open = 0

  get active(): boolean {
    return this.watchers.size > 0
  }

  /** Requests that began while somebody watched, and are not over. */
  get inFlight(): number {
    return this.open
  }

  /** Returns the end of it. */
  add(watcher: Watcher): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  /** To be called with each request before anything else is done with it, which is what `go` does. */
  begin(raw: Incoming, response: ServerResponse<Incoming>, go: () => void): void {
    if (!this.active) return go()
    const { socket } = raw
    const [began, written] = [performance.now(), socket.bytesWritten]
    const address = socket.remoteAddress ?? ''
    this.open++
    response.once('close', () => {
      this.open--
      const answered: Answered = {
        requestId: raw.requestId,
        traceId: raw.traceId,
        method: raw.method ?? 'GET',
        route: raw.route,
        path: shownPath(raw.url ?? ''),
        status: response.headersSent ? response.statusCode : callerGone,
        seconds: (performance.now() - began) / 1000,
        bytes: socket.bytesWritten - written,
        address: raw.address || address,
      }
      for (const watcher of this.watchers) watcher.over(answered, raw)
    })
    let start = go
    for (const { around } of this.watchers) {
      const inner = start
      if (around) start = () => around(raw, inner)
    }
    start()
  }
}
