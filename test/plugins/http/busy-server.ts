// A server behind a proxy whose process is busy all the time, in a process of its own: told its port by a message, it stops at the first one.
import { fileURLToPath } from 'node:url'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { running } from './running.js'

export const busyServer = fileURLToPath(import.meta.url)
/** Milliseconds for which each request keeps the process from everything else. */
const work = 4

const route: Route = {
  method: 'POST',
  path: '/work',
  access: 'public',
  handle() {
    const begun = performance.now()
    while (performance.now() - begun < work);
    return createJsonReply({ done: true })
  },
}

if (process.argv[1] === busyServer) {
  const server = await running([route], { trustProxy: 1 })
  process.once('message', () => void server.stop(10_000).then(() => process.exit(0)))
  process.send?.(server.port)
}
