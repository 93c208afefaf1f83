// A vendor that lies, stalls, breaks off, is busy, broken or sends nonsense: the shopper sees what is true, and a sentence; nothing is stored twice.
import { expect } from 'chai'
import type { Outcome } from '../../../core/advisor/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { advise, beginTalk, json, joinTalk } from '../../support/advised.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'

describe('a conversation whose vendor', function () {
  this.timeout(30_000)
  let app: ListeningApp

  before(async () => {
    app = await listenTestApp([runtime({ messages: 1_000 })], { advisorSeconds: 1, advisorCalls: 30 })
    await authorLamp(app)
  })
  after(() => app.stop())

  const counts = async (): Promise<readonly number[]> => {
    const tables = ['svc_chat_turn', 'svc_configuration', 'svc_chat_recommendation', 'svc_advisor_stream']
    return Promise.all(
      tables.map(async (table) =>
        Number((await app.context.database.query(`SELECT COUNT(*) AS rows_in FROM ${table}`))[0]!['rows_in']),
      ),
    )
  }

  it('lies is shown beside what is true, and what it invented is marked', async () => {
    await advise(app, { model: 'scripted-lies' })
    const shopper = await beginTalk(app.url)
    const { turn } = await shopper.say('A green lamp, height 30')
    const { marks, facts, outcome } = turn.reply!
    expect(outcome).to.equal('whole')
    const marked = marks.map(({ start, end, kind, status }) => `${kind} ${turn.text.slice(start, end)} ${status}`)
    expect(marked).to.include.members([
      'money 1.23 unverified',
      'id 987655 unverified',
      'figure 98765 unverified',
      'link http://phantom.example unverified',
    ])
    expect(facts, 'the product that it invented was not begun').to.equal(null)
  })

  const failing = {
    stalls: 'openai_compatible',
    cuts: 'anthropic',
    busy: 'openai_compatible',
    broken: 'anthropic',
  } as const
  for (const [mode, vendor] of Object.entries(failing)) {
    it(`${mode} leaves a sentence and the configuration, and the next message is answered`, async () => {
      await advise(app, { vendor })
      const shopper = await beginTalk(app.url)
      const { facts } = (await shopper.say('A green lamp, height 30')).turn.reply!
      const before = await counts()
      await advise(app, { vendor, model: `scripted-${mode}` })
      const { turn } = await shopper.say('With dimmer, please')
      expect(turn.reply!.outcome).to.equal('failed')
      expect(turn.reply!.notice).to.match(/^The advisor is not available at the moment\. Your selections are saved\./)
      expect(turn.reply!.facts).to.deep.equal(facts)
      const after = await counts()
      expect(after).to.deep.equal([before[0]! + 2, before[1]!, before[2]!, 0])
      await advise(app, { vendor })
      // Another process's breaker would be closed: this one has counted the failures.
      const again = await shopper.say('With dimmer, please')
      expect(again.turn.reply!.outcome).to.be.oneOf(['whole', 'failed'])
      expect((await shopper.read()).turns.map(({ role }) => role)).to.deep.equal([
        'shopper',
        'advisor',
        'shopper',
        'advisor',
        'shopper',
        'advisor',
      ])
    })
  }
})

describe('a conversation', function () {
  this.timeout(30_000)
  let app: ListeningApp
  let lamp: Lamp

  before(async () => {
    app = await listenTestApp([runtime({ messages: 1_000 })], { advisorSeconds: 2, advisorCalls: 7 })
    lamp = await authorLamp(app)
    await advise(app)
  })
  after(() => app.stop())

  it('goes on where the model sends nonsense for arguments once', async () => {
    await advise(app, { model: 'scripted-malformed' })
    const { turn } = await (await beginTalk(app.url)).say('A green lamp, height 30')
    expect(turn.reply!.outcome).to.equal('whole')
    await advise(app)
  })

  it('takes one message at a time, from however many pages', async () => {
    const shopper = await beginTalk(app.url)
    const answers = await Promise.all(Array.from({ length: 6 }, () => shopper.send('A green lamp, height 30')))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([202, 422, 422, 422, 422, 422])
    const other = joinTalk(app.url, shopper.token)
    const heard = await Promise.all(
      [shopper, other].map(async (page) => {
        const events = []
        for await (const event of page.listen()) events.push(event)
        return events.filter(({ id }) => id !== '').map(({ id, event }) => `${id} ${event}`)
      }),
    )
    expect(heard[0]!.at(-1)).to.match(/ reply$/)
    expect(heard[1]).to.deep.equal(heard[0])
    expect((await shopper.read()).turns).to.have.length(2)
  })

  it('is read on from where a page lost it, without a gap or a repetition', async () => {
    const shopper = await beginTalk(app.url)
    const { turn } = await json<{ readonly turn: number }>(await shopper.send('A green lamp, height 30'))
    const first: string[] = []
    const lost = new AbortController()
    try {
      for await (const { id, event } of shopper.listen(`${turn}.0.0`, lost.signal)) {
        if (id !== '') first.push(`${id} ${event}`)
        if (first.length === 4) lost.abort()
      }
    } catch (error) {
      expect((error as Error).name).to.equal('AbortError')
    }
    const rest: string[] = []
    for await (const { id, event } of shopper.listen(first[3]!.split(' ')[0])) if (id !== '') rest.push(`${id} ${event}`)
    const places = [...first.slice(0, 4), ...rest]
      .filter((one) => !one.endsWith('reply'))
      .map((one) => Number(/\.(\d+) /.exec(one)![1]))
    expect(places).to.deep.equal(places.map((_, index) => index + 1))
    expect(rest.at(-1)).to.match(/ reply$/)
  })

  it('is ended by the shopper, and what was said stands', async () => {
    await advise(app, { model: 'scripted-stalls' })
    const shopper = await beginTalk(app.url)
    const { turn } = await json<{ readonly turn: number }>(await shopper.send('A green lamp'))
    const stop = fetch(`${app.url}/svc-api/runtime/v1/conversations/${shopper.token}/stop`, { method: 'POST' })
    const outcomes: Outcome[] = []
    for await (const { event, data } of shopper.listen(`${turn}.0.0`))
      if (event === 'reply') outcomes.push((data as { readonly reply: { readonly outcome: Outcome } }).reply.outcome)
    expect((await stop).status).to.equal(204)
    expect(outcomes).to.have.length(1)
    expect(outcomes[0]).to.be.oneOf(['stopped', 'failed'])
    await advise(app)
  })

  it('ends at its budget with a sentence', async () => {
    const shopper = await beginTalk(app.url)
    await shopper.say('A green lamp, height 30')
    const { turn } = await shopper.say('With dimmer')
    expect([turn.reply!.outcome, turn.reply!.facts!.product_id]).to.deep.equal(['limit', lamp.product])
    expect(turn.reply!.notice).to.match(/too long for the advisor/)
  })

  it('is deleted with everything that was said, by the shopper and with his account', async () => {
    const shopper = await beginTalk(app.url)
    await shopper.say('A green lamp, height 30')
    const url = `${app.url}/svc-api/runtime/v1/conversations/${shopper.token}`
    const { database } = app.context
    const left = async (): Promise<number> => {
      const tables = [
        'svc_chat_conversation',
        'svc_chat_turn',
        'svc_chat_event',
        'svc_chat_recommendation',
        'svc_advisor_threads',
      ]
      let rows = 0
      for (const table of tables) rows += Number((await database.query(`SELECT COUNT(*) AS n FROM ${table}`))[0]!['n'])
      return rows
    }
    const before = await left()
    expect((await fetch(url, { method: 'DELETE' })).status).to.equal(204)
    expect(await left()).to.be.lessThan(before - 4)
    expect((await fetch(url)).status).to.equal(404)
    const { customer } = await import('../../../core/model/entities/customers/customer.js')
    const id = await app.visit({}).write(customer, { email: 'ada@people.example', customer_group_id: 1 })
    const visitor = { shopper: { customerId: id, customerGroupId: 1 } }
    const now = await left()
    await app.serve('start-conversation', { consent: true }, visitor)
    await app.remove('customer', id)
    expect(await left()).to.equal(now)
  })

  it('is refused without consent, too long, too fast, and where the advisor is off', async () => {
    const at = `${app.url}/svc-api/runtime/v1/conversations`
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${at}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect((await post('', { consent: false })).status).to.equal(422)
    const { token } = await beginTalk(app.url)
    expect((await post(`/${token}/messages`, { text: 'x'.repeat(2_001) })).status).to.equal(422)
    expect((await post(`/${token}/messages`, { text: '  ' })).status).to.equal(422)
    await app.context.database.run('UPDATE svc_advisor_threads SET turns = 150')
    const full = await post(`/${token}/messages`, { text: 'One more' })
    expect([full.status, await full.text()].join()).to.match(/422.*too long/)
    await advise(app, { enabled: false })
    expect((await post('', { consent: true })).status).to.equal(404)
    expect((await post(`/${token}/messages`, { text: 'Hello' })).status).to.equal(404)
  })
})
