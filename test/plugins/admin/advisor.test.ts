// The advisor screens of the admin: conversations, threads, the report, waiting shoppers and the vendor settings.
import { expect } from 'chai'
import type {
  AdvisorState,
  TitledAdvisorReport,
  ConversationDetail,
  ConversationPage,
  WaitingShopperList,
} from '../../../plugins/admin/api/advisor.js'
import type { Dashboard } from '../../../plugins/admin/api/screen-shape.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, type TalkingShopper } from '../advisor/advisor-shopper.js'
import { authorLamp, type Lamp } from '../runtime/lamp.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('the advisor in the admin', function () {
  this.timeout(60_000)
  let service: AdminService
  let keeper: AdminClient
  let reader: AdminClient
  let lamp: Lamp
  const shoppers: TalkingShopper[] = []

  before(async () => {
    service = await startAdmin({ advisorOutputPrice: 10 }, [runtime({ messages: 1_000 })])
    const { app } = service
    lamp = await authorLamp(app)
    await enableAdvisor(app)
    for (let index = 0; index < 3; index++) {
      const shopper = await startTestConversation(app.url)
      await shopper.say('A lamp with pink colour, height 5000')
      shoppers.push(shopper)
    }
    await enableAdvisor(app, { model: 'scripted-lies' })
    await shoppers[2]!.say('What does it cost?')
    await enableAdvisor(app)
    await app.shop.serve('ask-for-person', { token: shoppers[0]!.token, email: 'ada@people.example', note: 'Call me' }, {})
    await app.shop.serve('ask-for-person', { token: shoppers[1]!.token, phone: '+49 30 1' }, {})
    keeper = await service.as('conversations:write', 'catalog:read')
    reader = await service.as('conversations:read')
  })
  after(() => service.stop())

  const get = async <T>(client: AdminClient, path: string): Promise<T> => (await client.send('GET', path)).body as T
  const talks = (query = '') => get<ConversationPage>(reader, `advisor/conversations${query}`)

  it('lists conversations by last activity with their tokens and cost', async () => {
    const { conversations: all, total } = await talks()
    expect(total).to.equal(3)
    expect(all.map(({ lastActivity }) => lastActivity)).to.deep.equal(
      all.map(({ lastActivity }) => lastActivity).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    for (const talk of all) {
      expect(talk).to.include({ customer: null, language: 'en-GB', pending: false, reviewed: false })
      expect(talk.tokens).to.be.above(0)
      expect(talk.money).to.be.above(0)
      expect(talk.last?.role).to.equal('advisor')
    }
    expect(all.map(({ state }) => state).sort()).to.deep.equal(['open', 'person', 'person'])
    expect((await talks('?state=person')).conversations.map(({ turns }) => turns)).to.deep.equal([1, 1])
    expect((await talks('?state=open')).total).to.equal(1)
    expect((await talks('?offset=2')).conversations).to.have.length(1)
    expect(codeOf(await reader.send('GET', 'advisor/conversations?state=other'))).to.equal('422 VALIDATION_FAILED')
  })

  it('shows a conversation as a thread with tools, replies, unverified statements and the contact request', async () => {
    const [open] = (await talks('?state=open')).conversations
    const { entries } = await get<ConversationDetail>(keeper, `advisor/conversations/${open!.id}`)
    expect(entries.map(({ kind }) => kind)).to.deep.equal(['consent', 'turn', 'turn', 'turn', 'turn'])
    const turns = entries.flatMap((entry) => (entry.kind === 'turn' ? entry.turn : []))
    expect(turns.map(({ role }) => role)).to.deep.equal(['shopper', 'advisor', 'shopper', 'advisor'])
    expect(turns[0]!.tools.map(({ name }) => name)).to.include('select')
    expect(turns[0]!.tools.map(({ sentence }) => sentence)).to.include('Making selections …')
    expect(turns[1]!.reply).to.include({ outcome: 'whole', model: 'scripted' })
    expect(turns[1]!.reply!.facts).to.include({ product_id: lamp.product, finished: true })
    const lies = turns[3]!.reply!.marks.filter(({ status }) => status === 'unverified')
    expect(lies.length).to.be.above(0)
    const waiting = (await get<WaitingShopperList>(reader, 'advisor/waiting'))[0]!
    const handed = await get<ConversationDetail>(reader, `advisor/conversations/${waiting.conversation}`)
    const last = handed.entries.at(-1)!
    expect(last.kind === 'person' && last.person).to.deep.equal({ email: 'ada@people.example', phone: '', note: 'Call me' })
    expect(handed.outreach.map(({ status }) => status)).to.deep.equal(['proposed'])
  })

  it('shows product titles only to accounts that may read the catalog', async () => {
    const [open] = (await talks('?state=open')).conversations
    const { recommended } = await get<ConversationDetail>(keeper, `advisor/conversations/${open!.id}`)
    expect(recommended.map(({ product }) => product)).to.deep.equal([{ id: lamp.product, title: 'Lamp' }])
    const blind = await get<ConversationDetail>(reader, `advisor/conversations/${open!.id}`)
    expect(blind.recommended.map(({ product }) => product)).to.deep.equal([{ id: lamp.product, title: '' }])
    expect(codeOf(await reader.send('GET', 'advisor/conversations/999999'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await reader.send('GET', 'advisor/conversations/x'))).to.equal('404 NOT_FOUND')
  })

  it("never returns the token of a shopper's configuration", async () => {
    const { app } = service
    const keys = (await app.shop.createContext({}).list('configuration')).map(({ values }) => String(values['token']))
    expect(keys).to.have.length(3)
    const all = (await talks()).conversations.map(({ id }) => `advisor/conversations/${id}`)
    const events = (await app.shop.createContext({}).list('chat-event')).map(({ id }) => `records/chat-event/${id}`)
    expect(events.length).to.be.above(9)
    for (const path of [...all, ...events]) {
      const { status, body } = await reader.send('GET', path)
      expect(status, path).to.equal(200)
      for (const key of keys) expect(JSON.stringify(body), path).not.to.contain(key)
    }
    const { turns, facts } = await shoppers[2]!.read()
    expect(keys).to.include(facts!.configuration)
    expect(turns.at(-1)!.reply!.facts).to.deep.equal(facts)
  })

  it('reports rejected values, rules and unused answers by title to accounts that may read the catalog', async () => {
    const report = await get<TitledAdvisorReport>(keeper, 'advisor/report?days=7')
    expect(report).to.include({ days: 7, conversations: 3, handedOver: 2 })
    const question = { id: lamp.height, title: 'Height', product: { id: lamp.product, title: 'Lamp' } }
    expect(report.refused).to.deep.include({ question, value: '5000', conversations: 3 })
    expect(report.rules).to.deep.include({ kind: 'limits', owner: question, question, conversations: 3 })
    expect(report).to.include({ finished: 3 })
    const base = report.neverChosen.find((finding) => finding.question.id === lamp.base)!
    expect(base.answers).to.deep.include({ id: lamp.gold, title: 'Gold' })
    const blind = await get<TitledAdvisorReport>(reader, 'advisor/report')
    expect(blind.refused.map((refusal) => refusal.question)).to.deep.include({ id: lamp.height, title: '', product: null })
    for (const days of ['0', '367', 'x'])
      expect(codeOf(await reader.send('GET', `advisor/report?days=${days}`)), days).to.equal('422 VALIDATION_FAILED')
  })

  it('lists waiting shoppers with their contact data until an account decides', async () => {
    const [first, second, ...rest] = await get<WaitingShopperList>(reader, 'advisor/waiting')
    expect(rest).to.deep.equal([])
    expect(first).to.include({ email: 'ada@people.example', note: 'Call me', customer: null, language: 'en-GB' })
    expect(second).to.include({ email: '', phone: '+49 30 1' })
    const { tiles } = await get<Dashboard>(reader, 'dashboard')
    expect(tiles).to.deep.equal([{ name: 'shoppersWaiting', count: 2, path: 'advisor?part=waiting', urgent: true }])
    const decision = { outreach_id: second!.id, approve: false }
    expect(codeOf(await reader.send('POST', 'actions/decide-outreach', decision))).to.equal('403 INSUFFICIENT_SCOPE')
    expect(codeOf(await keeper.send('POST', 'actions/decide-outreach', decision))).to.equal('200')
    expect(codeOf(await keeper.send('POST', 'actions/decide-outreach', decision))).to.equal('422 VALIDATION_FAILED')
    expect(await get<WaitingShopperList>(reader, 'advisor/waiting')).to.have.length(1)
  })

  it('reports missing vendor settings and the daily cost, and never the API key', async () => {
    const state = () => get<AdvisorState>(reader, 'advisor')
    const { app } = service
    const on = await state()
    expect(on).to.deep.include({ lacks: [], scripted: true, host: '', model: 'scripted', priced: true, waiting: 1 })
    expect(on.days.map(({ day }) => day)).to.deep.equal([on.today])
    expect(on.days[0]!.calls).to.be.above(3)
    await enableAdvisor(app, { vendor: 'anthropic', baseUrl: 'https://models.example/v1/', model: '' })
    expect((await state()).lacks).to.deep.equal(['model', 'host', 'key'])
    await enableAdvisor(app, { baseUrl: 'https://api.openai.com/v1', key: 'sk-secret', enabled: false })
    const off = await reader.send('GET', 'advisor')
    expect(off.body).to.deep.include({ lacks: ['off'], host: 'api.openai.com', keyed: true, vendor: 'openai_compatible' })
    expect(JSON.stringify(off.body)).not.to.contain('sk-secret')
    await enableAdvisor(app)
  })
})
