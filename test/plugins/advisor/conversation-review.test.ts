// Analysis of idle conversations: reviews within a budget, retention, anonymous reports, and replies requested by shoppers.
import { expect } from 'chai'
import type { AnalyzeReport } from '../../../plugins/advisor/conversation-review.js'
import type { AdvisorReport } from '../../../plugins/advisor/report.js'
import type { ConversationReply } from '../../../plugins/advisor/define.js'
import { day, hour } from '../../../core/foundation/clock.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, type TalkingShopper } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { catchError } from '../../support/caught-error.js'
import { authorLamp, type Lamp } from '../runtime/lamp.js'

describe('analyze-conversations', function () {
  this.timeout(60_000)
  const clock = createTestClock()
  let app: ListeningApp
  let lamp: Lamp
  const shoppers: TalkingShopper[] = []

  before(async () => {
    app = await listenTestApp([runtime({ messages: 1_000 })], { clock })
    lamp = await authorLamp(app)
    await enableAdvisor(app)
    for (let index = 0; index < 3; index++) {
      const shopper = await startTestConversation(app.url)
      await shopper.say('A lamp with pink colour, height 5000')
      shoppers.push(shopper)
    }
  })
  after(() => app.stop())

  const analyze = (input = {}): Promise<AnalyzeReport> => app.act('analyze-conversations', input) as Promise<AnalyzeReport>
  const reviews = async () => (await app.records.list('chat-review', { limit: 100 })).records

  it('does not review conversations that are not idle yet', async () => {
    expect(await analyze({ idle_minutes: 30 })).to.deep.equal({
      ...{ configured: true, autoAnalyze: false, prunedCount: 0 },
      ...{ reviewedCount: 0, failedCount: 0, waitingCount: 0 },
    })
  })

  it('reviews each idle conversation once, at most `max` of them per run', async () => {
    clock.time += hour
    expect(await analyze({ max: 2 })).to.include({ reviewedCount: 2, waitingCount: 1 })
    expect(await analyze({})).to.include({ reviewedCount: 1, waitingCount: 0 })
    expect(await analyze({})).to.include({ reviewedCount: 0 })
    expect(await reviews()).to.have.length(3)
    const [first] = await app.shop.createContext({}).list('chat-review')
    expect(first!.values).to.include({ model: 'scripted', lessons: 'The shopper wanted to configure a product.' })
  })

  it('counts a failed review when the vendor fails, and reports a missing configuration', async () => {
    clock.time += hour
    await shoppers[0]!.say('Green, please')
    clock.time += hour
    await enableAdvisor(app, { model: 'scripted-cuts' })
    expect(await analyze()).to.include({ reviewedCount: 0, failedCount: 1, waitingCount: 1 })
    await enableAdvisor(app, { enabled: false })
    expect(await analyze()).to.include({ configured: false, reviewedCount: 0, waitingCount: 1 })
    await enableAdvisor(app)
  })

  it('reviews conversations in the scheduled task only if the shop enables it', async () => {
    await app.operations.tasks.run('analyze-conversations')
    expect(await reviews()).to.have.length(3)
    await app.records.write('settings', { advisor_auto_analyze: true }, { id: 1 })
    await app.operations.tasks.run('analyze-conversations')
    expect(await reviews()).to.have.length(4)
  })

  it('report-conversations returns counts over several shoppers and no conversation text', async () => {
    const report = (await app.act('report-conversations')) as AdvisorReport
    expect(report).to.include({ conversations: 3, turns: 4, handedOver: 0 })
    expect(report.refused).to.deep.include({ conversations: 3, question_id: lamp.height, value: '5000' })
    expect(report.rules).to.deep.include({ conversations: 3, kind: 'limits', id: lamp.height, question_id: lamp.height })
    expect(report.neverChosen).to.deep.include({ question_id: lamp.base, answer_id: lamp.gold })
    expect(JSON.stringify(report)).not.to.contain('pink colour')
  })

  it('decide-outreach mails a shopper who asked for a person, once, after a person approved the text', async () => {
    const { token } = shoppers[1]!
    const conversation = (await app.shop.serve(
      'ask-for-person',
      { token, email: 'ada@people.example', note: 'Call me' },
      {},
    )) as ConversationReply
    expect(conversation.state).to.equal('person')
    const [outreach] = await app.shop.createContext({}).list('chat-outreach')
    expect(outreach!.values).to.include({ status: 'proposed', channel: 'mail' })
    const decide = (input: object) => app.act('decide-outreach', { outreach_id: outreach!.id, ...input })
    const mails = () => app.context.database.query('SELECT recipient, reply_to, subject FROM svc_mail_queue')
    expect(await mails()).to.deep.equal([])
    expect((await catchError(decide({ approve: true }))).message).to.match(/subject/)
    await decide({ approve: true, subject: 'Your lamp', text: 'We can make it.' })
    expect(await mails()).to.deep.equal([
      { recipient: 'ada@people.example', reply_to: 'sales@example.com', subject: 'Your lamp' },
    ])
    expect((await catchError(decide({ approve: true, subject: 'Again', text: 'Again' }))).message).to.match(/decided only once/)
    expect(await mails()).to.have.length(1)
    const { turns } = await shoppers[1]!.read()
    expect(turns.at(-1)).to.include({ role: 'person', text: 'We can make it.' })
  })

  it('deletes empty conversations after a day', async () => {
    const count = async (): Promise<number> =>
      Number((await app.context.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM svc_chat_conversation'))[0]!.n)
    const before = await count()
    await enableAdvisor(app)
    await startTestConversation(app.url)
    expect(await count()).to.equal(before + 1)
    await analyze({ max: 0 })
    expect(await count()).to.equal(before + 1)
    clock.time += 25 * hour
    await analyze({ max: 0 })
    expect(await count()).to.equal(before)
  })

  it('deletes conversations after the retention period, with all their rows', async () => {
    await app.records.write('settings', { advisor_retention_days: 30 }, { id: 1 })
    clock.time += 31 * day
    expect(await analyze({ max: 0 })).to.include({ prunedCount: 3 })
    for (const table of ['svc_chat_conversation', 'svc_chat_turn', 'svc_chat_event', 'svc_chat_review', 'svc_advisor_threads'])
      expect((await app.context.database.query(`SELECT COUNT(*) AS n FROM ${table}`))[0]!['n'], table).to.equal(0)
  })
})
