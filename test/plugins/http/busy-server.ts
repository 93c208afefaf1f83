// A server process behind a proxy that is always busy. It sends its port to the parent, and stops at the first message.
import { fileURLToPath } from 'node:url'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { running } from './running.js'

export const busyServer = fileURLToPath(import.meta.url)
/** Milliseconds for which each request blocks the process. */
const work = 4

const route: Route = {
  method: 'POST',
  path: '/work',
  access: 'public',
  handle() {
    const started = performance.now()
    while (performance.now() - started < work);
    return createJsonReply({ done: true })
  },
}

if (process.argv[1] === busyServer) {
  const server = await running([route], { trustProxy: 1 })
  process.once('message', () => void server.stop(10_000).then(() => process.exit(0)))
  process.send?.(server.port)
}
