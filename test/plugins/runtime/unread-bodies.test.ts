// Verbs of the runtime API check the content type and the rate limit of the caller before they read a body.
import { connect } from 'node:net'
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

const base = '/svc-api/runtime/v1'

describe('bodies of the runtime API', () => {
  let app: ListeningApp
  before(async () => {
    app = await listenTestApp([runtime({ changes: 5 })])
  })
  after(() => app?.stop())

  /** The status and body of the reply to a request whose body never arrives. */
  function sendWithoutBody(request: string, type: string): Promise<{ readonly status: number; readonly body: string }> {
    const { hostname, port } = new URL(app.url)
    return new Promise((resolve, reject) => {
      let heard = ''
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${request} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${type}\r\nContent-Length: 900000\r\n\r\n`),
      )
      socket.on('error', reject).on('data', (chunk: Buffer) => {
        heard += chunk.toString()
        if (!heard.endsWith('}')) return
        socket.destroy()
        resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]), body: heard.slice(heard.indexOf('\r\n\r\n') + 4) })
      })
    })
  }

  for (const request of [`POST ${base}/carts`, `POST ${base}/configurations`, `PATCH ${base}/carts/${'x'.repeat(32)}`]) {
    it(`runtime: ${request.replace(/x+$/, '…')} refuses multipart before the body arrives`, async () => {
      const { status, body } = await sendWithoutBody(request, 'multipart/form-data; boundary=b')
      expect(status).to.equal(422)
      expect(body).to.contain("'multipart/form-data' is not accepted here")
    })
  }

  it('runtime: a verb refuses by its rate limit before the body arrives', async () => {
    const send = (): Promise<Response> =>
      fetch(`${app.url}${base}/carts`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    for (let count = 0; (await send()).status !== 429; count++) expect(count).to.be.lessThan(20)
    const { status, body } = await sendWithoutBody(`POST ${base}/carts`, 'application/json')
    expect([status, JSON.parse(body).code]).to.deep.equal([429, 'TOO_MANY_REQUESTS'])
  })
})
