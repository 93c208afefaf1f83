// Failing vendors: the shopper sees verified facts and a notice, and no turn or configuration is stored twice.
import { expect } from 'chai'
import type { ReplyOutcome } from '../../../plugins/advisor/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, readData, joinTestConversation } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { authorLamp, type Lamp } from '../runtime/lamp.js'

describe('a conversation with a failing vendor', function () {
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

  it('lies: marks every invented amount, id and link, and shows no facts from it', async () => {
    await enableAdvisor(app, { model: 'scripted-lies' })
    const shopper = await startTestConversation(app.url)
    const { turn } = await shopper.say('A green lamp, height 30')
    const { marks, facts, outcome } = turn.reply!
    expect(outcome).to.equal('whole')
    const markTexts = marks.map(({ start, end, kind, status }) => `${kind} ${turn.text.slice(start, end)} ${status}`)
    expect(markTexts).to.include.members([
      'money 1.23 unverified',
      'id 987655 unverified',
      'figure 98765 unverified',
      'link http://phantom.example unverified',
    ])
    expect(facts, 'no configuration of the invented product was started').to.equal(null)
  })

  const failing = {
    stalls: 'openai_compatible',
    cuts: 'anthropic',
    busy: 'openai_compatible',
    broken: 'anthropic',
  } as const
  for (const [mode, vendor] of Object.entries(failing)) {
    it(`${mode}: shows a notice, keeps the configuration and accepts the next message`, async () => {
      await enableAdvisor(app, { vendor })
      const shopper = await startTestConversation(app.url)
      const { facts } = (await shopper.say('A green lamp, height 30')).turn.reply!
      const before = await counts()
      await enableAdvisor(app, { vendor, model: `scripted-${mode}` })
      const { turn } = await shopper.say('With dimmer, please')
      expect(turn.reply!.outcome).to.equal('failed')
      expect(turn.reply!.notice).to.match(/^The advisor is not available at the moment\. Your selections are saved\./)
      expect(turn.reply!.facts).to.deep.equal(facts)
      const after = await counts()
      expect(after).to.deep.equal([before[0]! + 2, before[1]!, before[2]!, 0])
      await enableAdvisor(app, { vendor })
      // The circuit breaker may be open: this process has counted the failures.
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

describe('a conversation with the advisor', function () {
  this.timeout(30_000)
  let app: ListeningApp
  let lamp: Lamp

  before(async () => {
    app = await listenTestApp([runtime({ messages: 1_000 })], { advisorSeconds: 2, advisorCalls: 7 })
    lamp = await authorLamp(app)
    await enableAdvisor(app)
  })
  after(() => app.stop())

  it('continues after the model sent malformed arguments once', async () => {
    await enableAdvisor(app, { model: 'scripted-malformed' })
    const { turn } = await (await startTestConversation(app.url)).say('A green lamp, height 30')
    expect(turn.reply!.outcome).to.equal('whole')
    await enableAdvisor(app)
  })

  it('accepts one message at a time when several arrive at once, and streams the same reply to every page', async () => {
    const shopper = await startTestConversation(app.url)
    const answers = await Promise.all(Array.from({ length: 6 }, () => shopper.send('A green lamp, height 30')))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([202, 422, 422, 422, 422, 422])
    const other = joinTestConversation(app.url, shopper.token)
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

  it('resumes the stream from the last event, without a gap or a repetition', async () => {
    const shopper = await startTestConversation(app.url)
    const { turn } = await readData<{ readonly turn: number }>(await shopper.send('A green lamp, height 30'))
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
      .filter((entry) => !entry.endsWith('reply'))
      .map((entry) => Number(/\.(\d+) /.exec(entry)![1]))
    expect(places).to.deep.equal(places.map((_, index) => index + 1))
    expect(rest.at(-1)).to.match(/ reply$/)
  })

  it("stops a reply on the shopper's request with one outcome", async () => {
    await enableAdvisor(app, { model: 'scripted-stalls' })
    const shopper = await startTestConversation(app.url)
    const { turn } = await readData<{ readonly turn: number }>(await shopper.send('A green lamp'))
    const stop = fetch(`${app.url}/svc-api/runtime/v1/conversations/${shopper.token}/stop`, { method: 'POST' })
    const outcomes: ReplyOutcome[] = []
    for await (const { event, data } of shopper.listen(`${turn}.0.0`))
      if (event === 'reply') outcomes.push((data as { readonly reply: { readonly outcome: ReplyOutcome } }).reply.outcome)
    expect((await stop).status).to.equal(204)
    expect(outcomes).to.have.length(1)
    expect(outcomes[0]).to.be.oneOf(['stopped', 'failed'])
    await enableAdvisor(app)
  })

  it('ends at its call budget with a notice', async () => {
    const shopper = await startTestConversation(app.url)
    await shopper.say('A green lamp, height 30')
    const { turn } = await shopper.say('With dimmer')
    expect([turn.reply!.outcome, turn.reply!.facts!.product_id]).to.deep.equal(['limit', lamp.product])
    expect(turn.reply!.notice).to.match(/too long for the advisor/)
  })

  it("is deleted with all its rows, on request or with the shopper's account", async () => {
    const shopper = await startTestConversation(app.url)
    await shopper.say('A green lamp, height 30')
    const url = `${app.url}/svc-api/runtime/v1/conversations/${shopper.token}`
    const { database } = app.context
    const readBudget = async (): Promise<number> => {
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
    const before = await readBudget()
    expect((await fetch(url, { method: 'DELETE' })).status).to.equal(204)
    expect(await readBudget()).to.be.lessThan(before - 4)
    expect((await fetch(url)).status).to.equal(404)
    const { customer } = await import('../../../core/model/entities/customers/customer.js')
    const id = await app.shop.createContext({}).write(customer, { email: 'ada@people.example', customer_group_id: 1 })
    const shopperContext = { shopper: { customerId: id, customerGroupId: 1 } }
    const now = await readBudget()
    await app.shop.serve('start-conversation', { consent: true }, shopperContext)
    await app.records.remove('customer', id)
    expect(await readBudget()).to.equal(now)
  })

  it('rejects a start without consent, overlong messages and overlong conversations, and everything while disabled', async () => {
    const at = `${app.url}/svc-api/runtime/v1/conversations`
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${at}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect((await post('', { consent: false })).status).to.equal(422)
    const { token } = await startTestConversation(app.url)
    expect((await post(`/${token}/messages`, { text: 'x'.repeat(2_001) })).status).to.equal(422)
    expect((await post(`/${token}/messages`, { text: '  ' })).status).to.equal(422)
    await app.context.database.run('UPDATE svc_advisor_threads SET turns = 150')
    const full = await post(`/${token}/messages`, { text: 'One more' })
    expect([full.status, await full.text()].join()).to.match(/422.*too long/)
    await enableAdvisor(app, { enabled: false })
    expect((await post('', { consent: true })).status).to.equal(404)
    expect((await post(`/${token}/messages`, { text: 'Hello' })).status).to.equal(404)
  })
})
