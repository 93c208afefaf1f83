// A wire to a server that can be cut and mended, on an address of its own.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  /** Ends what is open and takes nothing new. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Opens a wire to the port of this machine. */
export async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>()
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
        one.pipe(other)
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
    async mend() {
      server = open()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
