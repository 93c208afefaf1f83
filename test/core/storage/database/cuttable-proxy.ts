// A TCP proxy with its own port whose connections a test can cut and restore.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface CuttableProxy {
  readonly port: number
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>
  /** Accepts no new connections; open ones continue. */
  drain(): void
  /** Number of open connections. */
  readonly connectionCount: number
  restore(): Promise<void>
  /** Stops forwarding without closing, as if the server process were suspended. */
  hold(): void
  /** Forwards the buffered data and continues. */
  release(): void
}

/** Opens a proxy to a port of this machine. */
export async function openCuttableProxy(to: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let isPaused = false
  const open = (): Server =>
    createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
        socket.on('data', (bytes: Buffer) => other.write(bytes))
        socket.on('end', () => other.end())
        if (isPaused) socket.pause()
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
    get connectionCount() {
      return sockets.size / 2
    },
    hold() {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    async restore() {
      server = open()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
