// Shuts the server down without losing requests: drains proxy connections first, then closes the port at a quiet moment.
import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/**
 * Maximum milliseconds of service to proxies while stopping. Longer than the idle timeout of the shipped nginx: nginx closes each
 * connection itself, or learns it from a reply.
 */
const drainMilliseconds = 3_000

/** Holds requests back for the moment in which the port closes. */
export class Shutdown {
  private waiting: (() => void)[] | null = null

  /** Called by the first hook of each request. */
  admit(go: () => void): void {
    if (this.waiting === null) go()
    else this.waiting.push(go)
  }

  /**
   * Closes the port and lets running requests finish for at most `graceMilliseconds`. Behind a proxy it first accepts requests a little
   * longer, until the proxy has noticed.
   */
  async run(server: Server, usesProxy: boolean, graceMilliseconds: number): Promise<void> {
    if (usesProxy) {
      await drainConnections(server, drainMilliseconds)
      this.waiting = []
    }
    const { closed } = await closePort(server, usesProxy)
    const late = this.waiting ?? []
    this.waiting = null
    for (const go of late) go()
    await endConnections(server, closed, graceMilliseconds)
  }
}

/**
 * Waits for proxies to close their connections, which replies announce. A changing request that is in transit when its connection closes
 * cannot be sent again. Ends when no connection is left, or after `milliseconds`.
 */
async function drainConnections(server: Server, milliseconds: number): Promise<void> {
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
  const deadline = performance.now() + milliseconds
  while (performance.now() < deadline && (await connections()) > 0) await sleep(50)
}

/** Milliseconds: maximum duration of an idle turn of the event loop, and maximum wait for one. */
const [quiet, quietPatience] = [0.02, 500]

/**
 * Closes the port. With `isWaiting` it waits for an idle turn of the event loop, right after connections were accepted: the kernel drops
 * connections that are not accepted yet, together with their requests. `closed` resolves when the last connection has ended.
 */
async function closePort(server: Server, isWaiting: boolean): Promise<{ readonly closed: Promise<void> }> {
  let end = (): void => undefined
  const closed = new Promise<void>((resolve) => (end = resolve))
  if (isWaiting) {
    // Warm up: the first call takes longer than an idle turn.
    new Listener().close(() => undefined)
    const deadline = performance.now() + quietPatience
    for (let before = performance.now(); before < deadline; ) {
      await nextTurn()
      const now = performance.now()
      if (now - before < quiet) break
      before = now
    }
  }
  // The HTTP server's own `close` would first iterate over all connections.
  Listener.prototype.close.call(server, end)
  return { closed }
}

/** Closes idle connections at once and busy ones after their reply. Destroys the rest after the grace period. */
async function endConnections(server: Server, closed: Promise<void>, graceMilliseconds: number): Promise<void> {
  // Also stops the check for connections that time out.
  server.close(() => undefined)
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
