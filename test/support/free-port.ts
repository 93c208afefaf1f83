// Finds a free port for programs that cannot choose one themselves.
import { createServer } from 'node:net'

/** Below the ephemeral range (32768 and up). Otherwise an outgoing connection could take the port of a server that restarts later. */
const [least, most] = [20_000, 32_000]

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = least + Math.floor(Math.random() * (most - least))
    if (await isPortFree(port)) return port
  }
}
