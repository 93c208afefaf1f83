// Closes a connection with an unread body without a TCP reset, which would discard the reply, above all behind proxies.
import type { IncomingMessage } from 'node:http'

/** Milliseconds for which the server discards incoming bytes before it destroys the connection. */
const lingerMilliseconds = 3_000

/** Ends the connection after the reply and discards incoming bytes for a while. The client closes it after reading the reply. */
export function enableLingeringClose({ socket }: IncomingMessage): void {
  socket.destroySoon = () => {
    socket.end()
    const over = setTimeout(() => socket.destroy(), lingerMilliseconds)
    socket.once('close', () => clearTimeout(over))
  }
}
