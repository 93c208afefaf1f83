// An AI vendor for tests whose answers the test scripts, to simulate a hostile model.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatPieces } from '../../core/advisor/vendor/scripted/spoken.js'
import type { Answer } from '../../core/advisor/vendor/scripted/script.js'

export interface Puppet {
  readonly url: string
  /** All requests as text. */
  readonly heard: string[]
  /** The next answers, one per call. Afterwards it answers 'Done.'. */
  next(...answers: readonly Answer[]): void
  stop(): void
}

export async function startPuppet(): Promise<Puppet> {
  const heard: string[] = []
  const waiting: Answer[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      heard.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(chatPieces(waiting.shift() ?? { text: 'Done.', calls: [] }, body, 'plain').join(''))
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
