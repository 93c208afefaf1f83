// Stopping the HTTP server while clients are connected.
import { connect } from 'node:net'
import { expect } from 'chai'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { running, stopAll, talk } from './running.js'

/** Completes the requests for `/slow` that have arrived, in their order. */
const releases: (() => void)[] = []
const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/slow',
    access: 'public',
    handle: () => new Promise((resolve) => releases.push(() => resolve(createJsonReply({ slow: true })))),
  },
]

describe('stopping the server', () => {
  beforeEach(() => releases.splice(0))
  afterEach(stopAll)

  async function arrived(requests: number): Promise<void> {
    while (releases.length < requests) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Opens a connection and sends a request. Returns the received text and the time of closing. */
  function keepAlive(port: number, path: string) {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const until = async (text: string) => {
      while (!heard.includes(text)) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return { socket, closed, until, heard: () => heard }
  }

  it('completes immediately although an idle client keeps its connection open', async () => {
    const server = await running(routes)
    const idle = keepAlive(server.port, '/health/live')
    await idle.until('"live"')
    const began = performance.now()
    await server.stop(10_000)
    expect(performance.now() - began).to.be.below(5_000)
    await idle.closed
  })

  it('completes running requests with Connection: close, then refuses connections', async () => {
    const server = await running(routes)
    const busy = keepAlive(server.port, '/slow')
    await arrived(1)
    const other = keepAlive(server.port, '/health/li')
    await other.until('404')
    other.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n')
    await arrived(2)
    const stopped = server.stop(10_000)
    for (const release of releases.toReversed()) release()
    await stopped
    await busy.closed
    expect(busy.heard())
      .to.contain('"slow":true')
      .and.to.match(/connection: close/i)
    await other.closed
    expect(await talk(server, 'x').catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ECONNREFUSED')
  })

  it('answers behind a proxy until the proxy has closed its connections', async () => {
    const server = await running(routes, { trustProxy: 1 })
    const connection = keepAlive(server.port, '/health/live')
    await connection.until('"live"')
    const began = performance.now()
    const stopped = server.stop(10_000)
    // Already sent when the service begins to stop.
    connection.socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n')
    await connection.closed
    expect(connection.heard())
      .to.contain('HTTP/1.1 503')
      .and.to.match(/connection: close/i)
    const other = keepAlive(server.port, '/health/live')
    await Promise.all([other.closed, stopped])
    expect(other.heard()).to.match(/^HTTP\/1\.1 200[^]*connection: close/i)
    expect(performance.now() - began).to.be.below(5_000)
  })

  it('completes behind a proxy that keeps an unused connection open', async () => {
    const server = await running(routes, { trustProxy: true })
    const idle = keepAlive(server.port, '/health/live')
    await idle.until('"live"')
    await server.stop(10_000)
    await idle.closed
  })

  it('closes connections that still run after the grace period', async () => {
    const server = await running(routes)
    const busy = keepAlive(server.port, '/slow')
    await arrived(1)
    const began = performance.now()
    await server.stop(100)
    // The request would never complete.
    expect(performance.now() - began).to.be.at.least(80)
    await busy.closed
    expect(busy.heard()).to.equal('')
  })
})
