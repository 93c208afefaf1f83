// A busy process that is told to stop loses no request: each is answered, or finds nobody listening any more.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { expect } from 'chai'
import { busyServer } from './busy-server.js'

/** A request on a connection of its own: its status, or the code of what broke it off. */
function post(port: number): Promise<string> {
  return new Promise((resolve) => {
    const broken = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message)
    const call = request({ host: '127.0.0.1', port, path: '/work', method: 'POST', agent: false }, (response) => {
      response.resume()
      response.once('error', broken)
      response.once('end', () => resolve(String(response.statusCode)))
    })
    call.once('error', broken)
    call.end()
  })
}

describe('A process behind a proxy that is told to stop', function () {
  this.timeout(60_000)

  it('answers each request that reached it, however busy it is', async () => {
    const child = fork(busyServer)
    const [port] = (await once(child, 'message')) as [number]
    const ended = once(child, 'exit')
    const outcomes = new Map<string, number>()
    const caller = async (): Promise<void> => {
      for (let last = ''; last !== 'ECONNREFUSED'; ) {
        last = await post(port)
        outcomes.set(last, (outcomes.get(last) ?? 0) + 1)
      }
    }
    const callers = Promise.all(Array.from({ length: 8 }, caller))
    while ((outcomes.get('200') ?? 0) < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    child.send('stop')
    await Promise.all([callers, ended])
    expect([...outcomes.keys()].toSorted()).to.deep.equal(['200', 'ECONNREFUSED'])
    expect(outcomes.get('ECONNREFUSED')).to.equal(8)
  })
})
