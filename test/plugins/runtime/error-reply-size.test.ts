// However many mistakes a request holds, its answer stays small and comes soon.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

describe('the answer to a request full of mistakes', () => {
  let app: ListeningApp
  let client: JsonClient
  before(async () => {
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const names = (count: number, length: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `selektions${index}`.padEnd(length, 'x'))
  const wide = (count: number, length: number): Record<string, number> =>
    Object.fromEntries(names(count, length).map((name) => [name, 1]))

  const bodies: Readonly<Record<string, string>> = {
    'ten thousand unknown fields': JSON.stringify(wide(9_999, 20)),
    'one name of a megabyte': JSON.stringify(wide(1, 1_000_000)),
    'unknown fields in each entry': JSON.stringify({
      product_id: 1,
      selections: Array.from({ length: 5_000 }, () => ({ selection_id: 1, walue: 2, question: 3, answer: 4 })),
    }),
    'entries of the wrong kind': JSON.stringify({ selections: Array.from({ length: 5_000 }, () => 1) }),
  }
  for (const [what, body] of Object.entries(bodies)) {
    it(`names a hundred of them where it has ${what}`, async () => {
      const { status, body: answer } = await client.send('POST', base, body, { 'content-type': 'application/json' })
      expect(status).to.equal(422)
      const { validationIssues } = answer as { validationIssues: { field: string; message: string }[] }
      expect(validationIssues.length).to.be.within(1, 100)
      expect(JSON.stringify(answer).length).to.be.below(100_000)
    })
  }

  it('says how many more there are', async () => {
    const { body } = await client.send('POST', base, JSON.stringify(wide(150, 20)), { 'content-type': 'application/json' })
    const { validationIssues } = body as { validationIssues: { code: string }[] }
    expect(validationIssues).to.have.length(100)
    expect(validationIssues.at(-1)).to.include({ code: 'MORE_ISSUES' })
  })

  it('stays small where entries make the service change others over and over', async () => {
    const lamp = await authorLamp(app)
    const { configuration } = await client.data<ConfigurationReply>('POST', base, { product_id: lamp.product })
    const toggling = Array.from({ length: 5_000 }, (_, n) => ({
      question_id: lamp.colour,
      value: String(n % 2 === 0 ? lamp.green : lamp.red),
    }))
    const send = (selections: object): Promise<{ status: number; body: unknown }> =>
      client.send('PATCH', `${base}/${configuration}`, { selections, confirmed: true })
    const { status, body } = await send(toggling)
    expect([status, JSON.stringify(body).includes('TOO_MANY')]).to.deep.equal([422, true])
    expect((await send(toggling.slice(0, 100))).status).to.equal(200)
  })

  it('counts the fields of forms as those of JSON', async () => {
    const form = names(10_001, 16).join('=1&')
    const { status, body } = await client.send('POST', base, form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(status).to.equal(422)
    expect((body as { detail: string }).detail).to.contain('more than 10000 fields')
  })
})
