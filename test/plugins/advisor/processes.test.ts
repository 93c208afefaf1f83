// One conversation in several processes: the same turns everywhere, taken over when a process is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { ScriptServer } from '../../../plugins/advisor/surface.js'
import { startFailingVendor } from '../../../plugins/testing/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, readData, joinTestConversation } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { authorLamp } from '../runtime/lamp.js'

const program = fileURLToPath(new URL('../../fixtures/talk.js', import.meta.url))

describe('a conversation in several processes', function () {
  this.timeout(90_000)
  let empty: EmptyDatabase
  let script: ScriptServer
  let apps: readonly ListeningApp[] = []
  let child: ChildProcess | null = null
  let heard: () => void = () => undefined
  const [first, two] = [() => apps[0]!, () => apps[1]!]

  before(async () => {
    script = await startFailingVendor({ pause: 15, onBody: () => heard() })
    empty = await createEmptyDatabase()
    const open = (): Promise<ListeningApp> =>
      listenTestApp([runtime({ messages: 1_000 })], { database: empty.url, advisorHosts: [new URL(script.url).host] })
    apps = [await open()]
    await authorLamp(first())
    apps = [...apps, await open()]
    await enableAdvisor(first(), { baseUrl: script.url, key: 'k' })
  })
  after(async () => {
    child?.kill('SIGKILL')
    for (const app of apps) await app.stop()
    script?.stop()
    await empty?.drop()
  })

  it('accepts one of two simultaneous messages and streams the same reply from both processes', async () => {
    const here = await startTestConversation(first().url)
    const there = joinTestConversation(two().url, here.token)
    const responses = await Promise.all([here.send('A green lamp, height 30'), there.send('A green lamp, height 30')])
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([202, 422])
    const replies = await Promise.all(
      [here, there].map(async (page) => {
        let [text, stored] = ['', '']
        for await (const { event, data } of page.listen()) {
          if (event === 'text') text += (data as { readonly text: string }).text
          if (event === 'reply') stored = (data as { readonly text: string }).text
        }
        return { text, stored }
      }),
    )
    expect(replies.map(({ stored }) => stored)).to.deep.equal([replies[0]!.text, replies[0]!.text])
    expect((await there.read()).turns.map(({ role }) => role)).to.deep.equal(['shopper', 'advisor'])
  })

  it('is taken over when its process is killed, with one reply and one configuration', async () => {
    const shopper = await startTestConversation(first().url)
    await enableAdvisor(first(), { baseUrl: script.url, key: 'k', model: 'scripted-stalls' })
    const request = new Promise<void>((resolve) => (heard = resolve))
    child = spawn(
      process.execPath,
      [...process.execArgv, program, empty.url, shopper.token, 'A green lamp, height 30', new URL(script.url).host],
      {
        stdio: 'inherit',
      },
    )
    await request
    const exited = new Promise((resolve) => child!.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
    expect((await first().context.database.query('SELECT pending FROM svc_advisor_threads WHERE pending > 0')).length).to.equal(1)
    await enableAdvisor(first(), { baseUrl: script.url, key: 'k' })
    const { pending } = await shopper.read()
    const events: string[] = []
    for await (const { event } of joinTestConversation(two().url, shopper.token).listen(`${pending!}.0.0`)) events.push(event)
    expect(events).to.include('begin')
    expect(events.at(-1)).to.be.oneOf(['reply', 'state'])
    const { turns, facts } = await shopper.read()
    expect(turns.map(({ role, reply }) => [role, reply?.outcome ?? null])).to.deep.equal([
      ['shopper', null],
      ['advisor', 'whole'],
    ])
    expect(facts!.finished).to.equal(true)
    const leases = await first().context.database.query(
      "SELECT name FROM svc_leases WHERE name LIKE 'advisor %' AND holder IS NOT NULL",
    )
    expect(leases).to.deep.equal([])
    const { turn } = await readData<{ readonly turn: number }>(await shopper.send('Thank you'))
    expect(turn).to.be.greaterThan(pending!)
  })
})
