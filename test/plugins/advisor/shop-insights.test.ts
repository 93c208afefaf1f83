// The advisor's report: rules that turned shoppers away, and requests that the shop cannot meet.
import { expect } from 'chai'
import type { ToolEvent } from '../../../plugins/advisor/journal.js'
import type { AdvisorReport } from '../../../plugins/advisor/report.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { authorLamp, type Lamp } from '../runtime/lamp.js'
import { enableAdvisor, startTestConversation } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type ScriptedVendor, startScriptedVendor } from './scripted-vendor.js'

describe('report-conversations', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let lamp: Lamp
  let puppet: ScriptedVendor
  let table: number

  before(async () => {
    puppet = await startScriptedVendor()
    app = await listenTestApp([runtime({ messages: 1_000 })], { advisorHosts: [new URL(puppet.url).host] })
    lamp = await authorLamp(app)
    const { product, colour, green, base, steel } = lamp
    const forbidden = { product_id: product, name: 'No green steel', question_ids: [colour, base], mode: 'forbid' }
    const result = await app.records.write('variant-table', { ...forbidden, rows: [[green, steel]], published: true })
    table = result.id
    await enableAdvisor(app, { baseUrl: puppet.url, model: 'puppet', key: 'sk-any' })
  })
  after(async () => {
    await app?.stop()
    puppet?.stop()
  })

  const report = async () => (await app.act('report-conversations')) as AdvisorReport

  async function talk(): Promise<void> {
    const { colour, green, pink, blue, base, gold, steel, shade, plain, height } = lamp
    const use = (name: string, input: Readonly<Record<string, unknown>>) => ({ text: '', calls: [{ name, input }] })
    const selection = (question_id: number, value: number | string) => ({ question_id, value: String(value) })
    const wish = (question_id: number, value: number) => ({ question_id, values: [String(value)] })
    puppet.next(
      use('list_products', { search: 'hammock lamp x99 of' }),
      use('start', { product_id: lamp.product }),
      // Red excludes the shade. Green, selected earlier in the same call, excludes gold and steel.
      use('select', { selections: [selection(shade, plain), selection(colour, green), selection(base, gold)] }),
      use('select', { selections: [{ question_id: String(base), value: String(steel) }] }),
      use('select', { selections: 'all of them' }),
      use('explain', { answer_id: pink }),
      use('explain', { question_id: colour }),
      use('conflicts', { question_id: colour, value: blue }),
      use('recommend', {
        wishes: [wish(colour, green), wish(base, gold), wish(height, 500), { ...wish(base, steel), weight: 3 }],
      }),
      use('hand_over', { reason: 'It cannot be had.' }),
    )
    await (await startTestConversation(app.url)).say('A green lamp on gold')
  }

  it('omits findings shared by fewer than three conversations', async () => {
    await talk()
    await talk()
    const { rules, unknownWords, unmetWishes, offered } = await report()
    expect({ rules, unknownWords, unmetWishes, offered }).to.deep.equal({
      ...{ rules: [], unknownWords: [], unmetWishes: [], offered: 2 },
    })
  })

  it('names the rules, limits and tables that blocked a selection, with the affected question', async () => {
    await talk()
    const { colour, shade, base, gold, height, pink, blue } = lamp
    const shared = { conversations: 3 }
    expect((await report()).rules).to.have.deep.members([
      { ...shared, kind: 'question', id: shade, question_id: shade },
      { ...shared, kind: 'answer', id: gold, question_id: base },
      { ...shared, kind: 'table', id: table, question_id: base },
      { ...shared, kind: 'limits', id: height, question_id: height },
      { ...shared, kind: 'answer', id: pink, question_id: colour },
      { ...shared, kind: 'unavailable', id: blue, question_id: colour },
    ])
  })

  it('names the unknown words and the unmet wishes', async () => {
    const { unknownWords, unmetWishes, offered } = await report()
    expect(unknownWords).to.deep.equal([{ word: 'hammock', conversations: 3 }])
    expect(unmetWishes).to.have.deep.members([
      { question_id: lamp.colour, value: String(lamp.green), conversations: 3 },
      { question_id: lamp.base, value: String(lamp.gold), conversations: 3 },
      { question_id: lamp.height, value: '500', conversations: 3 },
    ])
    expect(offered).to.equal(3)
  })

  it('records the blocking rules next to the tool results, and never sends them to the model', async () => {
    const events = await app.shop.createContext({}).list('chat-event')
    const tools = events.filter(({ values }) => values['kind'] === 'tool').map(({ values }) => values['data'] as ToolEvent)
    expect(tools.filter(({ barred: blocked }) => blocked !== undefined)).to.have.length(3 * 5)
    for (const { result } of tools) expect(result).not.to.match(/"bars"|No green steel/)
  })
})
