// Suggestions over the runtime API: the best complete configuration for a shopper's wishes.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { SuggestionReply, SuggestReply } from '../../../core/commerce/configuration/suggest.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

describe('suggestions in the runtime API', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime({ changes: 1_000 })])
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const start = (): Promise<ConfigurationReply> => client.data('POST', base, { product_id: lamp.product })
  const suggest = (token: string, input: object): Promise<SuggestReply> => client.data('POST', `${base}/${token}/suggest`, input)
  const apply = (token: string, { changes }: SuggestionReply): Promise<ConfigurationReply> =>
    client.data('PATCH', `${base}/${token}?full=1`, { selections: changes, confirmed: true })
  const readSelection = ({ questions }: ConfigurationReply, id: number): string | null =>
    questions.find((question) => question.id === id)!.selection

  it('complete the configuration at the lowest price, and produce that price when applied', async () => {
    const { configuration, price } = await start()
    const { suggestions, impossible } = await suggest(configuration, { aim: 'cheapest' })
    expect(impossible).to.equal(false)
    expect(suggestions).to.have.length(3)
    expect(suggestions[0]).to.deep.include({ proven: true, to_fill: [], price })
    const [difference, ...otherDifferences] = suggestions[0]!.differences
    expect(difference).to.deep.include({ question_id: lamp.height, question: 'Height', from: null })
    expect(Number(difference!.to)).to.be.within(10, 200)
    expect(otherDifferences).to.deep.equal([])
    const applied = await apply(configuration, suggestions[0]!)
    expect(applied.missing).to.deep.equal([])
    expect(applied.price).to.deep.equal(price)
  })

  it('meet the wishes within rules and a maximum price', async () => {
    const { configuration } = await start()
    const wishes = [
      { question_id: lamp.colour, values: [String(lamp.pink), String(lamp.green)] },
      { question_id: lamp.height, min: 50, max: 60 },
      { question_id: lamp.base, values: [String(lamp.gold)], weight: 3 },
    ]
    const { suggestions } = await suggest(configuration, { wishes })
    // Green costs 15. Pink needs the dimmer, which costs 20. Gold requires red.
    const [first] = suggestions
    expect(first).to.deep.include({ proven: true })
    expect(first!.gives_up).to.deep.include({ wishes: [2], price: 0 })
    const applied = await apply(configuration, first!)
    expect(readSelection(applied, lamp.colour)).to.equal(String(lamp.green))
    expect(Number(readSelection(applied, lamp.height))).to.be.within(50, 60)
    expect(applied.price!.net).to.equal(115)
    expect(applied.missing).to.deep.equal([])
    expect(suggestions.slice(1).every(({ gives_up: concession }) => concession.price! >= 0)).to.equal(true)
    const cheaper = { question_id: lamp.colour, values: [String(lamp.green)] }
    expect(await suggest(configuration, { wishes: [cheaper], max_price: 100 })).to.deep.include({
      suggestions: [],
      impossible: true,
    })
  })

  it('accept numbers and texts as wishes, and report impossible values', async () => {
    const { configuration } = await start()
    const wishes = [
      { question_id: lamp.height, values: ['77', '78'] },
      { question_id: lamp.engraving, values: ['Anna'] },
    ]
    const [first] = (await suggest(configuration, { wishes })).suggestions
    expect(first).to.deep.include({ proven: true, gives_up: { wishes: [], price: 0, weight: 0 } })
    const applied = await apply(configuration, first!)
    expect(['77', '78']).to.include(readSelection(applied, lamp.height))
    expect(readSelection(applied, lamp.engraving)).to.equal('Anna')
    const tooTall = [{ question_id: lamp.height, values: ['201', 'tall'] }]
    expect(await suggest(configuration, { wishes: tooTall })).to.deep.include({ suggestions: [], impossible: true })
  })

  it('change no more questions than allowed, and reject unknown questions, answers and fields', async () => {
    const { configuration } = await start()
    expect((await suggest(configuration, { max_changes: 0 })).impossible).to.equal(true)
    const refused = async (input: object): Promise<readonly string[]> => {
      const { status, body } = await client.send('POST', `${base}/${configuration}/suggest`, input)
      expect(status).to.equal(422)
      return (body as { validationIssues: readonly { field: string }[] }).validationIssues.map(({ field }) => field)
    }
    expect(await refused({ wishes: [{ question_id: 9_999, values: ['1'] }] })).to.deep.equal(['wishes[0].question_id'])
    expect(await refused({ wishes: [{ question_id: lamp.colour, values: ['9999'] }] })).to.deep.equal(['wishes[0].values'])
    expect(await refused({ wishes: [{ question_id: lamp.colour, min: 1 }] })).to.deep.equal(['wishes[0].values'])
    expect(await refused({ wishes: [{ question_id: lamp.height }] })).to.deep.equal(['wishes[0]'])
    expect(await refused({ wishes: [{ question_id: lamp.height, min: 1, weight: 0 }] })).to.deep.equal(['wishes[0].weight'])
    expect(await refused({ wishes: [{ question_id: lamp.height, minimum: 1, min: 2 }] })).to.deep.equal(['wishes[0].minimum'])
    expect(await refused({ aim: 'nicest' })).to.deep.equal(['aim'])
  })
})
