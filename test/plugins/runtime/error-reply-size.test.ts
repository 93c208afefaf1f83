// A request with thousands of mistakes gets a small response: at most 100 issues and a count of the rest.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

describe('validation issues in runtime API responses', () => {
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
    'one field name of a megabyte': JSON.stringify(wide(1, 1_000_000)),
    'unknown fields in each selection': JSON.stringify({
      product_id: 1,
      selections: Array.from({ length: 5_000 }, () => ({ selection_id: 1, walue: 2, question: 3, answer: 4 })),
    }),
    'selections of the wrong type': JSON.stringify({ selections: Array.from({ length: 5_000 }, () => 1) }),
  }
  for (const [title, body] of Object.entries(bodies)) {
    it(`reports at most 100 issues for a body with ${title}`, async () => {
      const { status, body: answer } = await client.send('POST', base, body, { 'content-type': 'application/json' })
      expect(status).to.equal(422)
      const { validationIssues } = answer as { validationIssues: { field: string; message: string }[] }
      expect(validationIssues.length).to.be.within(1, 100)
      expect(JSON.stringify(answer).length).to.be.below(100_000)
    })
  }

  it('ends a list of 100 issues with a MORE_ISSUES entry when there are more', async () => {
    const { body } = await client.send('POST', base, JSON.stringify(wide(150, 20)), { 'content-type': 'application/json' })
    const { validationIssues } = body as { validationIssues: { code: string }[] }
    expect(validationIssues).to.have.length(100)
    expect(validationIssues.at(-1)).to.include({ code: 'MORE_ISSUES' })
  })

  it('rejects 5,000 selections that change each other back and forth, and accepts 100', async () => {
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

  it('limits the number of fields in a form body as in a JSON body', async () => {
    const form = names(10_001, 16).join('=1&')
    const { status, body } = await client.send('POST', base, form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(status).to.equal(422)
    expect((body as { detail: string }).detail).to.contain('more than 10000 fields')
  })
})
