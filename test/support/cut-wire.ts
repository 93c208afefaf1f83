// A wire to a server that can be cut and mended, on an address of its own.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  /** Ends what is open and takes nothing new. */
  cut(): Promise<void>
  /** Takes nothing new; what is open goes on. */
  drain(): void
  /** How many connections go through it. */
  readonly passing: number
  mend(): Promise<void>
  /** Nothing passes, and nobody is told: as where the server's process is stopped. */
  hold(): void
  /** What was held back passes, and everything goes on. */
  release(): void
}

/** Opens a wire to the port of this machine. */
export async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let held = false
  const open = (): Server =>
    createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
        one.on('data', (bytes: Buffer) => other.write(bytes))
        one.on('end', () => other.end())
        if (held) one.pause()
      }
    })
  let server = open()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    drain() {
      server.close()
    },
    get passing() {
      return sockets.size / 2
    },
    hold() {
      held = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      held = false
      for (const socket of sockets) socket.resume()
    },
    async mend() {
      server = open()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
