// Notifies watchers (access log, metrics, traces) when a request is finished. No cost without watchers.
import type { ServerResponse } from 'node:http'
import type { Incoming } from '../incoming.js'
import { shownPath } from '../request.js'

/** A finished request. */
export interface Answered {
  readonly requestId: string
  /** Trace id from `traceparent`; null if there was none. */
  readonly traceId: string | null
  /** The method after the override; GET for HEAD. */
  readonly method: string
  /** Route pattern, such as `/svc-api/v1/question/:id`; '' if no route matched. */
  readonly route: string
  /** Without query and masked where it could contain a token. */
  readonly path: string
  /** 499 if the client disconnected before the reply. */
  readonly status: number
  /** From the request's headers to the last byte of the reply. */
  readonly seconds: number
  /** Bytes written, including headers. */
  readonly bytes: number
  /** The client's address behind trusted proxies. */
  readonly address: string
}

export interface Watcher {
  /** Called when the request starts. Must call `go` exactly once and synchronously; all work of the request runs inside it. */
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

  /** Running requests that started while a watcher was active. */
  get inFlight(): number {
    return this.open
  }

  /** Returns a function that removes the watcher. */
  add(watcher: Watcher): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  /** Call it first for each request. `go` does all further work. */
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
