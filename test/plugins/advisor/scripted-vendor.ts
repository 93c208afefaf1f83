// An AI vendor for tests whose answers the test scripts, to simulate a hostile model.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeChatReply } from '../../../plugins/advisor/vendor/scripted/script-protocols.js'
import type { ScriptAnswer } from '../../../plugins/advisor/surface.js'

export interface ScriptedVendor {
  readonly url: string
  /** All requests as text. */
  readonly heard: string[]
  /** The next answers, one per call. Afterwards it answers 'Done.'. */
  next(...answers: readonly ScriptAnswer[]): void
  stop(): void
}

export async function startScriptedVendor(): Promise<ScriptedVendor> {
  const heard: string[] = []
  const waiting: ScriptAnswer[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      heard.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(encodeChatReply(waiting.shift() ?? { text: 'Done.', calls: [] }, body).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    next: (...answers) => void waiting.push(...answers),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
