// The name of a process that shares its database with others, and the detection that it has ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { hasProcessEnded, getProcessName, formatProcessName } from '../../../core/foundation/process-name.js'

const module = new URL('../../../core/foundation/process-name.js', import.meta.url).href
const tells = `import(${JSON.stringify(module)}).then(({ getProcessName }) => console.log(getProcessName()))`
const [where, pid, began] = getProcessName().split(' ') as [string, string, string]

describe('process name', () => {
  it('contains the machine and the process id, in at most 55 characters', () => {
    expect([formatProcessName(getProcessName()), Number(pid)]).to.deep.equal([
      `${where.split('/')[0]} ${process.pid}`,
      process.pid,
    ])
    expect(getProcessName().length).to.be.at.most(55)
    expect(formatProcessName('other 7')).to.equal('other 7')
  })

  it('is reported as ended after the process was killed, and not before', async () => {
    const child = spawn(process.execPath, ['-e', `${tells}; setInterval(() => {}, 1000)`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = (await once(child.stdout, 'data')) as [Buffer]
    const name = String(output).trim()
    expect(hasProcessEnded(name)).to.equal(false)
    expect(hasProcessEnded(`${name} and more`)).to.equal(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(hasProcessEnded(name)).to.equal(true)
  })

  it('is reported as ended if another process has its id now, as in a restarted container', function () {
    if (began === '-') this.skip()
    expect(hasProcessEnded(`${where} ${pid} 1`)).to.equal(true)
    expect(hasProcessEnded(`${where} ${process.ppid} 1`)).to.equal(true)
    expect(hasProcessEnded(getProcessName())).to.equal(false)
  })

  it('is not reported as ended on another machine or in another container with the same host name', () => {
    expect(hasProcessEnded('elsewhere/0123abcd 999999 1')).to.equal(false)
    expect(hasProcessEnded(`${where.split('/')[0]}/0123abcd ${pid} 1`)).to.equal(false)
    expect(hasProcessEnded('')).to.equal(false)
  })

  it('is the same in worker threads', async () => {
    const thread = new Worker(tells.replace('console.log', "require('node:worker_threads').parentPort.postMessage"), {
      eval: true,
    })
    const [message] = (await once(thread, 'message')) as [string]
    expect(message).to.equal(getProcessName())
    await thread.terminate()
  })
})
