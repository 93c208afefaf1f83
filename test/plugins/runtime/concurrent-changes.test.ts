// Concurrent changes of one configuration: revisions, idempotency keys, added and removed answers.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

interface Problem {
  readonly code: string
  readonly validationIssues?: readonly { readonly field: string }[]
}

describe('concurrent changes of one configuration', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let extras: { readonly product: number; readonly question: number; readonly bulb: number; readonly hook: number }

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    const author = createCatalogAuthor(app)
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
  const readSelection = (reply: ConfigurationReply, question: number): string | null | undefined =>
    reply.questions.find((view) => view.id === question)?.selection
  const problem = (answer: JsonReply): Problem => answer.body as Problem
  const fields = (answer: JsonReply): readonly string[] => problem(answer).validationIssues?.map((issue) => issue.field) ?? []

  it('increase the revision, and are rejected with the present state if they are based on an older one', async () => {
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
    expect(readSelection(present, lamp.height)).to.equal('50')
    const again = await patch(configuration, {
      revision: present.revision,
      selections: [{ question_id: lamp.height, value: '60' }],
    })
    expect(readSelection(again, lamp.height)).to.equal('60')
    const odd = await client.send('PATCH', `${base}/${configuration}`, { revision: 'new', selections: [] })
    expect(fields(odd)).to.deep.equal(['revision'])
  })

  it('succeed once when several are based on the same revision', async () => {
    const { configuration, revision } = await start(lamp.product)
    const pending = ['20', '30', '40'].map((value) =>
      client.send('PATCH', `${base}/${configuration}`, { revision, selections: [{ question_id: lamp.height, value }] }),
    )
    const answers = await Promise.all(pending)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409, 409])
  })

  it('run once when the call is repeated with its key, and replay the first response', async () => {
    const { configuration, revision } = await start(lamp.product)
    const sendWith = (key: string, body: object) =>
      client.send('PATCH', `${base}/${configuration}`, body, { 'idempotency-key': key })
    const toggle = { revision, selections: [{ question_id: lamp.height, value: '20' }] }
    const first = await sendWith('change-1', toggle)
    expect([first.status, first.headers['idempotent-replayed']]).to.deep.equal([200, undefined])
    // Another caller changes the configuration in between. The replay still returns the first response.
    await patch(configuration, { selections: [{ question_id: lamp.height, value: '30' }] })
    const again = await sendWith('change-1', toggle)
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([200, 'true'])
    expect(again.body).to.deep.equal(first.body)
    expect(readSelection(await client.data<ConfigurationReply>('GET', `${base}/${configuration}`), lamp.height)).to.equal('30')
    const other = await sendWith('change-1', { selections: [{ question_id: lamp.height, value: '40' }] })
    expect([other.status, fields(other)]).to.deep.equal([422, ['Idempotency-Key']])
    // A call that was rejected as stale may be repeated with its key.
    expect((await sendWith('change-2', toggle)).status).to.equal(409)
    expect((await sendWith('change-2', toggle)).status).to.equal(409)
    const both = await Promise.all([1, 2].map(() => sendWith('change-3', { selections: toggle.selections })))
    expect(both.every(({ status }) => status === 200 || status === 409)).to.equal(true)
  })

  it('store the last ten responses with a key', async () => {
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

  it('add and remove single answers of a multiple choice regardless of its current answers', async () => {
    const { configuration } = await start(extras.product)
    const change = (value: unknown): Promise<ConfigurationReply> =>
      patch(configuration, { selections: [{ question_id: extras.question, value }] })
    await change({ add: [extras.hook] })
    expect(readSelection(await change({ add: [extras.bulb, extras.hook] }), extras.question)).to.equal(
      `${extras.bulb},${extras.hook}`,
    )
    expect(readSelection(await change({ remove: [extras.bulb] }), extras.question)).to.equal(String(extras.hook))
    expect(readSelection(await change({ remove: [extras.hook, extras.bulb] }), extras.question)).to.equal(null)
    const foreign = await change({ add: [lamp.red] })
    expect(foreign.refused.map(({ code }) => code)).to.deep.equal(['UNKNOWN'])
  })

  it('reject added answers for a single-value question, and malformed lists', async () => {
    const { configuration } = await start(lamp.product)
    const reply = await patch(configuration, { selections: [{ question_id: lamp.colour, value: { add: [lamp.green] } }] })
    expect(reply.refused).to.deep.equal([
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
