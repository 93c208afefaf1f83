// HTTP methods: every method with every body and header gets a response in the format of the service.
import { connect } from 'node:net'
import { METHODS } from 'node:http'
import { expect } from 'chai'
import { errorCodes } from '#core/foundation/errors.js'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { running, stopAll, type Running } from './running.js'

const routes: readonly Route[] = (['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method) => ({
  method,
  path: '/thing',
  access: 'bearer',
  body: method === 'GET' ? 'none' : 'fields-or-none',
  handle: () => createJsonReply({ method }),
}))

/** Bodies that could break a parser, with the headers that announce them. */
const bodies: Readonly<Record<string, string>> = {
  none: '\r\n',
  'broken JSON': 'Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
  'an unsupported type': 'Content-Type: image/x\r\nContent-Length: 1\r\n\r\nx',
  'a malformed type': 'Content-Type: ;;/\r\nContent-Length: 1\r\n\r\nx',
  'form fields': 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=%',
  'two megabytes': `Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n${'x'.repeat(2_000_000)}`,
  'an announced length without content': 'Content-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n',
  chunks: 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'a prototype': `Content-Type: application/json\r\nContent-Length: 17\r\n\r\n{"__proto__": {}}`,
  'an expectation': 'Expect: 100-continue\r\nContent-Length: 5\r\n\r\n',
}

describe('HTTP methods', () => {
  let server: Running
  before(async () => {
    server = await running(routes)
  })
  after(stopAll)

  /** The status, headers and body of the first response to the text. */
  const first = (text: string): Promise<{ readonly status: number; readonly head: string; readonly body: string }> =>
    new Promise((resolve, reject) => {
      let heard = ''
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8')
      const finish = (): void => {
        const [head = '', body = ''] = heard.split('\r\n\r\n')
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body })
        socket.destroy()
      }
      socket.on('data', (chunk: string) => {
        heard += chunk
        const [head = '', body] = heard.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (body !== undefined && Buffer.byteLength(body) >= length) finish()
      })
      socket.on('close', finish)
      socket.on('error', (error) => (heard === '' ? reject(error) : finish()))
    })

  const expectProblem = (answer: { readonly head: string; readonly body: string }, status: number, label: string): void => {
    expect(answer.head, label).to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.head, label).to.contain('application/problem+json')
    const problem = JSON.parse(answer.body) as Record<string, unknown>
    expect(errorCodes, label).to.include(problem['code'])
    expect(problem, label).to.include({ status })
  }

  const methods = METHODS.filter((method) => method !== 'HEAD' && method !== 'CONNECT')
  for (const [name, body] of Object.entries(bodies)) {
    it(`get problem details for ${name} as the body`, async () => {
      for (const method of methods) {
        const isSupported = ['GET', 'POST', 'PATCH', 'DELETE'].includes(method)
        const elsewhere = await first(`${method} /nowhere HTTP/1.1\r\nHost: x\r\n${body}`)
        expectProblem(elsewhere, 404, `${method} /nowhere`)
        expectProblem(await first(`${method} /thing HTTP/1.1\r\nHost: x\r\n${body}`), isSupported ? 401 : 405, `${method} /thing`)
      }
    })
  }

  it('in a method override get problem details if they are not supported', async () => {
    for (const override of ['PUT', 'OPTIONS', 'QUERY', 'TRACE', 'constructor', 'x'.repeat(1000)]) {
      for (const [name, body] of Object.entries(bodies)) {
        const head = `POST /thing HTTP/1.1\r\nHost: x\r\nX-HTTP-Method-Override: ${override}\r\n`
        expectProblem(await first(head + body), 405, `${override} with ${name}`)
      }
    }
  })

  it('are rejected without a Host header in HTTP/1.1, and accepted in HTTP/1.0', async () => {
    for (const method of methods) expectProblem(await first(`${method} /health/live HTTP/1.1\r\n\r\n`), 422, method)
    expect((await first('GET /health/live HTTP/1.0\r\n\r\n')).status).to.equal(200)
  })

  it('are rejected for a tunnel, for the whole server and for another protocol', async () => {
    expectProblem(await first('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'), 405, 'CONNECT')
    expectProblem(await first('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'), 404, 'OPTIONS *')
    expectProblem(await first('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 422, 'HTTP/2')
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n'
    expectProblem(await first(`GET /nowhere HTTP/1.1\r\nHost: x\r\n${upgrade}`), 404, 'upgrade')
  })

  it('get problem details if the headers contradict each other', async () => {
    for (const head of [
      'Content-Length: 1\r\nTransfer-Encoding: chunked',
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: -1',
      'Content-Length: x',
      'Transfer-Encoding: gzip',
      'X: a\0b',
      ': x',
      ' folded: x',
    ])
      expectProblem(await first(`POST /thing HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\nx`), 422, head)
  })

  it('get 100 Continue only if the body is wanted', async () => {
    const response = await first(
      'POST /thing HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    )
    expect(response.head).to.match(/^HTTP\/1\.1 100 /)
    const refused = await first('POST /thing HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
    expectProblem(refused, 401, 'without a token')
  })
})
