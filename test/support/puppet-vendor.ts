// A vendor that says what a test tells it to: a model in the hands of whoever wants the worst.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatPieces } from '../../core/advisor/vendor/scripted/spoken.js'
import type { Answer } from '../../core/advisor/vendor/scripted/script.js'

export interface Puppet {
  readonly url: string
  /** Everything that was sent to it, as text. */
  readonly heard: string[]
  /** What it says next, one answer for each call; it says 'Done.' when there are none left. */
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
