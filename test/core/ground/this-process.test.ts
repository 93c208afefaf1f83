// What processes are called among those that share a database, and how it is known that one is gone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { isGone, processName, shownProcess } from '../../../core/ground/this-process.js'

const module = new URL('../../../core/ground/this-process.js', import.meta.url).href
const tells = `import(${JSON.stringify(module)}).then(({ processName }) => console.log(processName()))`
const [where, pid, began] = processName().split(' ') as [string, string, string]

describe('The name of a process', () => {
  it('says on which machine it is and which it is there, and finds room beside other words', () => {
    expect([shownProcess(processName()), Number(pid)]).to.deep.equal([`${where.split('/')[0]} ${process.pid}`, process.pid])
    expect(processName().length).to.be.at.most(55)
    expect(shownProcess('other 7')).to.equal('other 7')
  })

  it('is told to be gone when it is, and not before', async () => {
    const child = spawn(process.execPath, ['-e', `${tells}; setInterval(() => {}, 1000)`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    const name = String(said).trim()
    expect(isGone(name)).to.equal(false)
    expect(isGone(`${name} and more`)).to.equal(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isGone(name)).to.equal(true)
  })

  it('is gone where another process has its number by now, as in a container that was started again', function () {
    if (began === '-') this.skip()
    expect(isGone(`${where} ${pid} 1`)).to.equal(true)
    expect(isGone(`${where} ${process.ppid} 1`)).to.equal(true)
    expect(isGone(processName())).to.equal(false)
  })

  it('is not known to be gone on another machine, nor in another container with the same host name', () => {
    expect(isGone('elsewhere/0123abcd 999999 1')).to.equal(false)
    expect(isGone(`${where.split('/')[0]}/0123abcd ${pid} 1`)).to.equal(false)
    expect(isGone('')).to.equal(false)
  })

  it('is the same in its threads', async () => {
    const thread = new Worker(tells.replace('console.log', "require('node:worker_threads').parentPort.postMessage"), {
      eval: true,
    })
    const [said] = (await once(thread, 'message')) as [string]
    expect(said).to.equal(processName())
    await thread.terminate()
  })
})
