// A connection that is closed while something in it is unread is reset, and what was answered is lost with it: by proxies that still send above all.
import type { IncomingMessage } from 'node:http'

/** Milliseconds for which a caller may go on sending what nobody wants, before he is cut off. */
const lingering = 3_000

/**
 * Ends the connection behind the answer, and reads and forgets for a while what the caller still sends: he closes it as soon as he has read the
 * answer.
 */
export function linger({ socket }: IncomingMessage): void {
  socket.destroySoon = () => {
    socket.end()
    const over = setTimeout(() => socket.destroy(), lingering)
    socket.once('close', () => clearTimeout(over))
  }
}
