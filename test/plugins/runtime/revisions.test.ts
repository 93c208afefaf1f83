// Two callers of one configuration: what each builds on, and answers that are added and removed whatever the other did.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/app.js'
import { catalogAuthor } from '../../support/catalog-author.js'
import { type Answer, type JsonClient, jsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

interface Problem {
  readonly code: string
  readonly validationIssues?: readonly { readonly field: string }[]
}

describe('changes of one configuration by several', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let extras: { readonly product: number; readonly question: number; readonly bulb: number; readonly hook: number }

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = jsonClient(app.url)
    lamp = await authorLamp(app)
    const author = catalogAuthor(app)
    const product = await author.product('Shelf', { baseprice: 10 })
    const question = await author.question(await author.page(product, 'More'), 'Extras', 'Multiselect')
    extras = { product, question, bulb: await author.answer(question, 'Bulb'), hook: await author.answer(question, 'Hook') }
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const start = (product: number): Promise<ConfigurationReply> => client.data('POST', base, { product_id: product })
  const patch = (token: string, body: object): Promise<ConfigurationReply> => client.data('PATCH', `${base}/${token}`, body)
  const held = (reply: ConfigurationReply, question: number): string | null | undefined =>
    reply.questions.find((one) => one.id === question)?.selection
  const problem = (answer: Answer): Problem => answer.body as Problem
  const fields = (answer: Answer): readonly string[] => problem(answer).validationIssues?.map((issue) => issue.field) ?? []

  it('names a revision that rises with every change, and refuses a change that builds on an older one', async () => {
    const { configuration, revision } = await start(lamp.product)
    expect(revision).to.equal(1)
    const first = await patch(configuration, { revision, selections: [{ question_id: lamp.height, value: '50' }] })
    expect(first.revision).to.be.greaterThan(revision)
    const read = await client.data<ConfigurationReply>('GET', `${base}/${configuration}`)
    expect(read.revision).to.equal(first.revision)
    const stale = await client.send('PATCH', `${base}/${configuration}`, {
      revision,
      selections: [{ question_id: lamp.height, value: '60' }],
    })
    expect([stale.status, problem(stale).code]).to.deep.equal([409, 'STALE_REVISION'])
    const { data: present } = stale.body as { readonly data: ConfigurationReply }
    expect(present).to.deep.equal(read)
    expect(held(present, lamp.height)).to.equal('50')
    const again = await patch(configuration, {
      revision: present.revision,
      selections: [{ question_id: lamp.height, value: '60' }],
    })
    expect(held(again, lamp.height)).to.equal('60')
    const odd = await client.send('PATCH', `${base}/${configuration}`, { revision: 'new', selections: [] })
    expect(fields(odd)).to.deep.equal(['revision'])
  })

  it('lets one of two changes through that build on the same revision', async () => {
    const { configuration, revision } = await start(lamp.product)
    const sent = ['20', '30', '40'].map((value) =>
      client.send('PATCH', `${base}/${configuration}`, { revision, selections: [{ question_id: lamp.height, value }] }),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409, 409])
  })

  it('makes one change of a call that is sent again with its key, and answers as it did first', async () => {
    const { configuration, revision } = await start(lamp.product)
    const sendWith = (key: string, body: object) =>
      client.send('PATCH', `${base}/${configuration}`, body, { 'idempotency-key': key })
    const toggle = { revision, selections: [{ question_id: lamp.height, value: '20' }] }
    const first = await sendWith('change-1', toggle)
    expect([first.status, first.headers['idempotent-replayed']]).to.deep.equal([200, undefined])
    // Somebody else goes on; the answer that was lost is still the first one, and nothing is done again.
    await patch(configuration, { selections: [{ question_id: lamp.height, value: '30' }] })
    const again = await sendWith('change-1', toggle)
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([200, 'true'])
    expect(again.body).to.deep.equal(first.body)
    expect(held(await client.data<ConfigurationReply>('GET', `${base}/${configuration}`), lamp.height)).to.equal('30')
    const other = await sendWith('change-1', { selections: [{ question_id: lamp.height, value: '40' }] })
    expect([other.status, fields(other)]).to.deep.equal([422, ['Idempotency-Key']])
    // What was refused as stale may be sent again with its key.
    expect((await sendWith('change-2', toggle)).status).to.equal(409)
    expect((await sendWith('change-2', toggle)).status).to.equal(409)
    const both = await Promise.all([1, 2].map(() => sendWith('change-3', { selections: toggle.selections })))
    expect(both.every(({ status }) => status === 200 || status === 409)).to.equal(true)
  })

  it('keeps the last ten answers, however many are sent with a key', async () => {
    const { configuration } = await start(lamp.product)
    for (let count = 0; count < 25; count++) {
      const body = { selections: [{ question_id: lamp.height, value: String(20 + count) }] }
      const { status } = await client.send('PATCH', `${base}/${configuration}`, body, { 'idempotency-key': `many-${count}` })
      expect(status).to.equal(200)
    }
    const sql = 'SELECT COUNT(*) AS kept FROM svc_idempotency WHERE route = ?'
    const [row] = await app.context.database.query<{ kept: number }>(sql, [`PATCH ${base}/${configuration}`])
    expect(Number(row!.kept)).to.be.within(1, 11)
    const last = { selections: [{ question_id: lamp.height, value: '44' }] }
    const again = await client.send('PATCH', `${base}/${configuration}`, last, { 'idempotency-key': 'many-24' })
    expect(again.headers['idempotent-replayed']).to.equal('true')
  })

  it('adds answers to what is held and takes them away, whatever was held before', async () => {
    const { configuration } = await start(extras.product)
    const change = (value: unknown): Promise<ConfigurationReply> =>
      patch(configuration, { selections: [{ question_id: extras.question, value }] })
    await change({ add: [extras.hook] })
    expect(held(await change({ add: [extras.bulb, extras.hook] }), extras.question)).to.equal(`${extras.bulb},${extras.hook}`)
    expect(held(await change({ remove: [extras.bulb] }), extras.question)).to.equal(String(extras.hook))
    expect(held(await change({ remove: [extras.hook, extras.bulb] }), extras.question)).to.equal(null)
    const foreign = await change({ add: [lamp.red] })
    expect(foreign.refused.map(({ code }) => code)).to.deep.equal(['UNKNOWN'])
  })

  it('adds nothing to a question that takes one entry, and refuses a list that is none', async () => {
    const { configuration } = await start(lamp.product)
    const one = await patch(configuration, { selections: [{ question_id: lamp.colour, value: { add: [lamp.green] } }] })
    expect(one.refused).to.deep.equal([
      {
        index: 0,
        code: 'INVALID_VALUE',
        message: "'Colour' has a single value: nothing can be added or removed.",
      },
    ])
    const unknown = await patch(configuration, { selections: [{ question_id: 999_999, value: { remove: [1] } }] })
    expect(unknown.refused.map(({ code }) => code)).to.deep.equal(['UNKNOWN'])
    const odd = await client.send('PATCH', `${base}/${configuration}`, {
      selections: [
        { question_id: extras.question, value: { add: [extras.hook], remove: [extras.bulb] } },
        { question_id: extras.question, value: { add: ['x'] } },
        { question_id: extras.question, value: { put: [] } },
      ],
    })
    expect(fields(odd)).to.deep.equal(['selections[0].value', 'selections[1].value.add[0]', 'selections[2].value'])
  })
})
