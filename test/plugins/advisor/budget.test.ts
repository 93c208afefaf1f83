// The advisor's daily budget: the share of each network, and the mail to the shop when half of it is used.
import { expect } from 'chai'
import {
  type BudgetKind,
  getBudgetDay,
  countUsage,
  toBudgetAccount,
  listDayUsage,
  reserveCall,
} from '../../../plugins/advisor/budget.js'
import type { App } from '../../../core/app.js'
import { listQueue, loadQueuedMail } from '../../../core/storage/mail-queue.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation } from './advisor-shopper.js'
import { bootTestApp, type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { authorLamp } from '../runtime/lamp.js'

const account = { customerId: 7, customerGroupId: null }

describe("the advisor's daily budget", () => {
  let app: App
  let now: number
  beforeEach(async () => {
    now = Date.parse('2030-01-05T10:00:00Z')
    app = await bootTestApp({ advisorDayCalls: 40, advisorDayTokens: 10_000, clock: { now: () => now } })
  })
  afterEach(() => app.stop())

  const createShopperContext = (network: string, shopper = { customerId: null as number | null, customerGroupId: null }) =>
    app.shop.createContext({ network, shopper })
  /** One call by the network, without a conversation. */
  const call = async (network: string, shopper?: typeof account, tokens = 0): Promise<BudgetKind | null> => {
    const shopperContext = createShopperContext(network, shopper)
    const payer = { ...toBudgetAccount(shopperContext, 1), conversation: null }
    const bound = await reserveCall(shopperContext, payer)
    if (bound === null) await countUsage(shopperContext, payer, { input: tokens, output: 0 })
    return bound
  }
  const callsOf = async (count: number, network: string, shopper?: typeof account) => {
    const bounds: (BudgetKind | null)[] = []
    for (let nth = 0; nth < count; nth++) bounds.push(await call(network, shopper))
    return bounds
  }

  it('limits a network to a tenth of the calls and leaves other networks their own share', async () => {
    expect(await callsOf(5, 'a')).to.deep.equal([null, null, null, null, 'network'])
    expect(await callsOf(5, 'b')).to.deep.equal([null, null, null, null, 'network'])
  })

  it('limits a network to a tenth of the tokens', async () => {
    expect(await call('a', undefined, 1_000)).to.equal(null)
    expect(await call('a')).to.equal('network')
    expect(await call('b')).to.equal(null)
  })

  it('counts the expected tokens of running calls, so that concurrent calls of a network stay within its tenth', async () => {
    const shopperContext = createShopperContext('a')
    const payer = { ...toBudgetAccount(shopperContext, 1), conversation: null }
    const reservation = { date: await getBudgetDay(shopperContext), tokens: 1_000 }
    const [first, second] = await Promise.all([1, 2].map(() => reserveCall(shopperContext, payer, reservation)))
    expect([first, second]).to.have.members(['network', null])
    expect(await call('b'), 'another network').to.equal(null)
    await countUsage(shopperContext, payer, { input: 60, output: 40 }, reservation)
    expect(await call('a'), 'after the call ended').to.equal(null)
    expect((await listDayUsage(shopperContext, 1))[0]).to.include({ calls: 3, tokens: 100 })
  })

  it('charges a call that ends after midnight to the day on which it began', async () => {
    const shopperContext = createShopperContext('a')
    const payer = { ...toBudgetAccount(shopperContext, 1), conversation: null }
    const reservation = { date: await getBudgetDay(shopperContext), tokens: 500 }
    expect(await reserveCall(shopperContext, payer, reservation)).to.equal(null)
    now += 86_400_000
    expect(await call('b', undefined, 7)).to.equal(null)
    await countUsage(shopperContext, payer, { input: 100, output: 0 }, reservation)
    expect((await listDayUsage(app.shop.createContext({}), 2)).map(({ tokens }) => tokens)).to.deep.equal([7, 100])
  })

  it('counts the accounts of a network separately from its guests', async () => {
    expect((await callsOf(5, 'a')).at(-1)).to.equal('network')
    expect(await callsOf(5, 'a', account)).to.deep.equal([null, null, null, null, 'network'])
    expect(await call('a', { ...account, customerId: 8 }), 'another account of the network').to.equal('network')
  })

  it('starts again the next day, and stores neither old shares nor network addresses', async () => {
    expect((await callsOf(5, '192.0.2.7')).at(-1)).to.equal('network')
    const sharesOf = () => app.context.database.query<{ day: string; share: string }>('SELECT day, share FROM svc_advisor_shares')
    expect((await sharesOf())[0]!.share).to.match(/^[0-9a-f]{64}$/)
    now += 86_400_000
    expect(await call('192.0.2.7')).to.equal(null)
    expect((await sharesOf()).map(({ day }) => day)).to.deep.equal(['2030-01-06'])
  })

  it('counts days in the time zone of the shop', async () => {
    const setTimeZone = (zone: string) => app.records.write('settings', { time_zone: zone }, { id: 1 })
    const dayOfNextCall = async (): Promise<string | undefined> => {
      await app.context.database.run('DELETE FROM svc_advisor_days')
      expect(await call('a', undefined, 1)).to.equal(null)
      return (await listDayUsage(app.shop.createContext({}), 14))[0]?.day
    }
    now = Date.parse('2029-12-31T23:30:00Z')
    await setTimeZone('Europe/Berlin')
    expect([await getBudgetDay(app.shop.createContext({})), await dayOfNextCall()]).to.deep.equal(['2030-01-01', '2030-01-01'])
    await setTimeZone('America/New_York')
    expect([await getBudgetDay(app.shop.createContext({})), await dayOfNextCall()]).to.deep.equal(['2029-12-31', '2029-12-31'])
    // Midnight in New York.
    now = Date.parse('2030-01-01T05:00:00Z')
    expect(await dayOfNextCall()).to.equal('2030-01-01')
  })

  it('charges calls of the shop itself to no share', async () => {
    const shopperContext = app.shop.createContext({})
    expect(toBudgetAccount(shopperContext, 1).share).to.equal(null)
    expect(await reserveCall(shopperContext, { conversation: null, share: null })).to.equal(null)
  })

  it('sends the shop one mail a day when half of the calls are used', async () => {
    const email = { email_sales: 'sales@shop.example' }
    const { records } = await app.records.list('store')
    await app.records.write('store', email, { id: records[0]!.id })
    const subjects = async () => (await listQueue(app.context, 100)).map(({ to, subject }) => ({ to, subject }))
    for (let nth = 0; nth < 19; nth++) expect(await call(`network ${nth}`, undefined, 1)).to.equal(null)
    expect(await subjects()).to.deep.equal([])
    await Promise.all(Array.from({ length: 6 }, (_, nth) => call(`other ${nth}`, undefined, 1)))
    expect((await subjects()).map(({ to }) => to)).to.deep.equal([email.email_sales])
    expect((await subjects())[0]!.subject).to.match(/: half of the advisor budget for 5 January 2030 is used$/)
    const [entry] = await listQueue(app.context, 1)
    expect((await loadQueuedMail(app.context, entry!.id))!.text).to.match(
      /^On 5 January 2030, the advisor used \d+ of 40 calls and \d+ of 10,000 tokens\./,
    )
    now += 86_400_000
    for (let nth = 0; nth < 21; nth++) await call(`network ${nth}`, undefined, 1)
    expect(await subjects()).to.have.length(2)
  })
})

describe('a shopper whose network has used its share of the advisor', function () {
  this.timeout(30_000)
  let app: ListeningApp
  before(async () => {
    app = await listenTestApp([runtime({ messages: 1_000 })], { advisorDayCalls: 20 })
    await authorLamp(app)
    await enableAdvisor(app)
  })
  after(() => app.stop())

  it('receives a notice about the network', async () => {
    const shopper = await startTestConversation(app.url)
    const { turn } = await shopper.say('A green lamp, height 30')
    expect(turn.reply!.outcome).to.equal('limit')
    expect(turn.reply!.notice).to.match(/^The advisor has reached its daily limit for your internet connection\./)
  })
})
