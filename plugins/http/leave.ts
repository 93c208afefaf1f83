// How a server leaves without losing a request: proxies notice that their connections end, then the port closes between two of them.
import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/**
 * Lets a proxy notice by the answers that its connections end: a request that is on its way when its connection is closed cannot be sent
 * again, if it changes something. Ends when nobody is connected, or when the time is over.
 */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
  const deadline = performance.now() + milliseconds
  while (performance.now() < deadline && (await connections()) > 0) await sleep(50)
}

/** Milliseconds that a turn of the event loop with nothing to do takes at most, and for which one is waited for. */
const [quiet, quietPatience] = [0.02, 500]

/**
 * Closes the port, where wanted right after a turn of the event loop in which connections were accepted and little else was done: those
 * that wait to be accepted at that moment are lost, with the requests that are on their way in them. `closed` resolves when the last
 * connection has ended.
 */
export async function closePort(server: Server, isWaiting: boolean): Promise<{ readonly closed: Promise<void> }> {
  let end = (): void => undefined
  const closed = new Promise<void>((resolve) => (end = resolve))
  if (isWaiting) {
    // What is called for the first time takes longer than such a turn.
    new Listener().close(() => undefined)
    const deadline = performance.now() + quietPatience
    for (let before = performance.now(); before < deadline; ) {
      await nextTurn()
      const now = performance.now()
      if (now - before < quiet) break
      before = now
    }
  }
  // The server's own `close` would look through all connections before.
  Listener.prototype.close.call(server, end)
  return { closed }
}

/** Idle connections end at once, busy ones with their answer; what is left after the grace is cut. */
export async function endConnections(server: Server, closed: Promise<void>, graceMilliseconds: number): Promise<void> {
  // Beside what is done already it stops to look for connections that take too long.
  server.close(() => undefined)
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
