// Start, change and read a configuration over the runtime API.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../../support/json-client.js'
import { createRestClient } from '../../support/rest-client.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1/configurations'

interface Problem {
  readonly code: string
  readonly detail: string
  readonly validationIssues?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

describe('configurations in the runtime API', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const start = (input: object = {}): Promise<ConfigurationReply> =>
    client.data('POST', base, { product_id: lamp.product, ...input })
  const patch = (token: string, body: object, query = ''): Promise<ConfigurationReply> =>
    client.data('PATCH', `${base}/${token}${query}`, body)
  const select = async (
    token: string,
    question: number,
    value: number | string | null,
    query = '',
  ): Promise<ConfigurationReply> =>
    patch(token, { selections: [{ question_id: question, value: value === null ? null : String(value) }] }, query)
  const readSelection = (reply: ConfigurationReply, question: number): string | null | undefined =>
    reply.questions.find((view) => view.id === question)?.selection
  const problem = (answer: JsonReply): Problem => answer.body as Problem
  const fields = (answer: JsonReply): readonly string[] => problem(answer).validationIssues?.map((issue) => issue.field) ?? []

  describe('start', () => {
    it('answers 201 with the complete configuration and its URL', async () => {
      const answer = await client.send('POST', base, { product_id: lamp.product })
      const { data } = answer.body as { readonly data: ConfigurationReply }
      expect(answer.status).to.equal(201)
      expect(answer.headers.location).to.equal(`${base}/${data.configuration}`)
      expect(data.configuration).to.match(/^[\w-]{22,}$/)
      const members = 'configuration product_id revision can_undo can_redo read_only catalog_version questions answers missing'
      expect(Object.keys(data)).to.deep.equal([
        ...members.split(' '),
        ...['currency', 'country', 'state', 'price', 'weight', 'delivery_dates', 'delivery_text', 'refused', 'automatic'],
      ])
      expect(data.questions.map((question) => question.id)).to.deep.equal([
        lamp.colour,
        lamp.height,
        lamp.shade,
        lamp.dimmer,
        lamp.base,
        lamp.engraving,
      ])
      expect(data.questions[0]).to.deep.equal({
        id: lamp.colour,
        applies: true,
        required: true,
        selection: String(lamp.red),
        text: 'Red',
        min: null,
        max: null,
      })
      expect(data.questions[1]).to.include({ selection: null, min: 10, max: 200 })
      expect(data.answers.find((answer) => answer.id === lamp.blue)).to.deep.equal({
        id: lamp.blue,
        question_id: lamp.colour,
        applies: true,
        ownRule: true,
        selectable: false,
      })
      expect(data.price).to.deep.equal({ net: 100, tax: 0, gross: 100, recurring: { net: 0, tax: 0, gross: 0 } })
      expect(data.weight).to.equal(2)
      expect(data.missing).to.deep.equal([
        { question_id: lamp.height, page_id: lamp.pages.look, message: "Please complete 'Height'." },
      ])
    })

    it('enters default answers and prefilled values', async () => {
      const reply = await start()
      expect(readSelection(reply, lamp.colour)).to.equal(String(lamp.red))
      expect(readSelection(reply, lamp.engraving)).to.equal('Hello')
      expect(readSelection(reply, lamp.base)).to.equal(null)
    })

    it('gives every configuration a different token', async () => {
      const keys = await Promise.all(Array.from({ length: 5 }, async () => (await start()).configuration))
      expect(new Set(keys).size).to.equal(5)
    })

    it('enters the submitted selections in page and question order and reports the rejected ones', async () => {
      const selections = [
        { question_id: lamp.shade, value: String(lamp.plain) },
        { question_id: 999_999, value: '1' },
        { question_id: lamp.colour, value: String(lamp.green) },
        { question_id: lamp.colour, value: '999999' },
        { question_id: lamp.height, value: '5' },
      ]
      const reply = await start({ selections })
      expect(readSelection(reply, lamp.shade)).to.equal(String(lamp.plain))
      expect(readSelection(reply, lamp.colour)).to.equal(String(lamp.green))
      expect(reply.refused.map(({ index, code }) => [index, code])).to.deep.equal([
        [1, 'UNKNOWN'],
        [3, 'UNKNOWN'],
        [4, 'INVALID_VALUE'],
      ])
    })

    it('reports every invalid field of the body in one response', async () => {
      const answer = await client.send('POST', base, {
        produkt_id: 3,
        language: 7,
        selections: [{ question_id: 'x', value: {} }],
      })
      expect(answer.status).to.equal(422)
      expect(fields(answer)).to.have.members([
        'produkt_id',
        'product_id',
        'language',
        'selections[0].question_id',
        'selections[0].value',
      ])
      expect(problem(answer).validationIssues![0]!.message).to.contain("Did you mean 'product_id'?")
    })

    it('rejects an unknown product, language and currency together and lists the supported values', async () => {
      const answer = await client.send('POST', base, { product_id: 99_999, language: 'fr-FR', currency: 'ZZZ' })
      expect(answer.status).to.equal(422)
      expect(fields(answer)).to.deep.equal(['product_id', 'language', 'currency'])
      expect(problem(answer).detail).to.contain("'en-GB', 'de-DE'")
      const money = await client.send('POST', base, { product_id: lamp.product, currency: 'ZZZ' })
      expect(fields(money)).to.deep.equal(['currency'])
      expect(problem(money).detail).to.contain("'EUR'")
    })

    it('rejects a product that is not published', async () => {
      const { id } = await app.records.write('product', {
        title_en_GB: 'Draft',
        title_de_DE: 'Entwurf',
        published: false,
        tax_class_id: 1,
      })
      const answer = await client.send('POST', base, { product_id: id })
      expect(answer.status).to.equal(422)
      expect(fields(answer)).to.deep.equal(['product_id'])
    })

    it('accepts form fields as well as JSON', async () => {
      const body = `product_id=${lamp.product}&language=de-DE`
      const answer = await client.send('POST', base, body, { 'content-type': 'application/x-www-form-urlencoded' })
      expect(answer.status).to.equal(201)
    })
  })

  describe('change', () => {
    it('returns only the questions and answers that changed', async () => {
      const { configuration } = await start()
      const reply = await select(configuration, lamp.height, 120)
      expect(reply.questions.map((question) => question.id)).to.deep.equal([lamp.height])
      expect(reply.answers).to.deep.equal([])
      expect(reply.missing).to.deep.equal([])
      const green = await select(configuration, lamp.colour, lamp.green)
      expect(green.questions.map((question) => question.id)).to.have.members([lamp.colour, lamp.shade])
      expect(green.answers.map((answer) => answer.id)).to.have.members([lamp.plain, lamp.pleated, lamp.gold])
    })

    it('returns everything with full=1', async () => {
      const started = await start()
      const reply = await select(started.configuration, lamp.height, 120, '?full=1')
      expect(reply.questions).to.have.length(started.questions.length)
      expect(reply.answers).to.have.length(started.answers.length)
    })

    it('updates prices, weights and text', async () => {
      const { configuration } = await start()
      const reply = await select(configuration, lamp.colour, lamp.green)
      expect(reply.price!.net).to.equal(120)
      expect(reply.weight).to.equal(2.5)
      expect(reply.questions.find((question) => question.id === lamp.shade)).to.include({
        applies: true,
        required: true,
        text: 'Pleated',
      })
    })

    it('rejects invalid selections one by one and enters the valid ones', async () => {
      const { configuration } = await start()
      const selections = [
        { question_id: lamp.height, value: '150' },
        { question_id: 999_999, value: '1' },
        { question_id: lamp.shade, value: String(lamp.plain) },
        { question_id: lamp.colour, value: String(lamp.blue) },
        { question_id: lamp.colour, value: String(lamp.pink) },
        { question_id: lamp.height, value: '201' },
        { question_id: lamp.colour, value: String(lamp.plain) },
        { question_id: lamp.shade, value: null },
        { question_id: lamp.dimmer, value: String(lamp.dimmed) },
      ]
      const reply = await patch(configuration, { selections })
      expect(reply.refused.map(({ index, code }) => [index, code])).to.deep.equal([
        [1, 'UNKNOWN'],
        [2, 'NOT_APPLICABLE'],
        [3, 'NOT_AVAILABLE'],
        [4, 'NOT_APPLICABLE'],
        [5, 'INVALID_VALUE'],
        [6, 'UNKNOWN'],
      ])
      expect(reply.refused[4]!.message).to.equal("'Height' must be at most 200.")
      expect(readSelection(reply, lamp.height)).to.equal('150')
      expect(readSelection(reply, lamp.dimmer)).to.equal(String(lamp.dimmed))
    })

    it('always accepts null', async () => {
      const { configuration } = await start()
      const reply = await patch(configuration, {
        selections: [lamp.colour, lamp.height, lamp.shade, lamp.dimmer].map((question_id) => ({ question_id, value: null })),
      })
      expect(reply.refused).to.deep.equal([])
      expect(readSelection(reply, lamp.colour)).to.equal(null)
      expect(reply.missing.map((entry) => entry.question_id)).to.deep.equal([lamp.colour, lamp.height])
    })

    it('reports the reason of each automatic change', async () => {
      const { configuration } = await start({ selections: [{ question_id: lamp.base, value: String(lamp.gold) }] })
      const green = await select(configuration, lamp.colour, lamp.green)
      expect(green.automatic).to.deep.equal([
        { question_id: lamp.shade, from: null, to: String(lamp.pleated), reason: 'started' },
        { question_id: lamp.base, from: String(lamp.gold), to: String(lamp.steel), reason: 'answer_stopped' },
      ])
      const red = await select(configuration, lamp.colour, lamp.red)
      expect(red.automatic).to.deep.equal([
        { question_id: lamp.shade, from: String(lamp.pleated), to: null, reason: 'question_stopped' },
      ])
    })

    it('asks for confirmation before a change that the author protects, and continues when it is confirmed', async () => {
      const { configuration } = await start()
      const selections = [
        { question_id: lamp.dimmer, value: String(lamp.dimmed) },
        { question_id: lamp.height, value: '99' },
        { question_id: lamp.colour, value: String(lamp.green) },
      ]
      const reply = await patch(configuration, { selections })
      expect(reply.confirm).to.deep.equal({
        index: 1,
        question_id: lamp.engraving,
        message: "This changes your selection for 'Engraving'. Continue?",
        changes: [{ question_id: lamp.engraving, from: 'Hello', to: null, reason: 'question_stopped' }],
      })
      expect(reply.automatic).to.deep.equal([])
      const now = await client.data<ConfigurationReply>('GET', `${base}/${configuration}`)
      expect([readSelection(now, lamp.dimmer), readSelection(now, lamp.height), readSelection(now, lamp.colour)]).to.deep.equal([
        String(lamp.dimmed),
        null,
        String(lamp.red),
      ])
      const confirmed = await patch(configuration, { selections: selections.slice(1), confirmed: true })
      expect(confirmed).not.to.have.property('confirm')
      expect(confirmed.automatic[0]).to.deep.equal({
        question_id: lamp.engraving,
        from: 'Hello',
        to: null,
        reason: 'question_stopped',
      })
      expect(readSelection(confirmed, lamp.colour)).to.equal(String(lamp.green))
    })

    it('loses no selection when several requests change one configuration concurrently', async () => {
      const { configuration } = await start()
      const entries: readonly (readonly [number, string])[] = [
        [lamp.colour, String(lamp.green)],
        [lamp.height, '111'],
        [lamp.dimmer, String(lamp.dimmed)],
        [lamp.base, String(lamp.steel)],
        [lamp.engraving, 'Two'],
      ]
      await Promise.all(entries.map(([question, value]) => select(configuration, question, value)))
      const reply = await client.data<ConfigurationReply>('GET', `${base}/${configuration}`)
      for (const [question, value] of entries) expect(readSelection(reply, question), String(question)).to.equal(value)
    })

    it('rejects a body without valid changes', async () => {
      const { configuration } = await start()
      const none = await client.send('PATCH', `${base}/${configuration}`, {})
      expect([none.status, ...fields(none)]).to.deep.equal([422, 'selections'])
      const odd = await client.send('PATCH', `${base}/${configuration}`, { selections: 'x', confirmed: 'perhaps', selection: [] })
      expect(fields(odd)).to.have.members(['selections', 'confirmed', 'selection'])
      const long = await client.send('PATCH', `${base}/${configuration}`, {
        selections: [{ question_id: lamp.engraving, value: 'x'.repeat(2_001) }],
      })
      expect(fields(long)).to.deep.equal(['selections[0].value'])
    })
  })

  describe('read', () => {
    it('returns the complete state', async () => {
      const { configuration } = await start()
      await select(configuration, lamp.height, 42)
      const reply = await client.data<ConfigurationReply>('GET', `${base}/${configuration}`)
      expect(reply.questions).to.have.length(6)
      expect(readSelection(reply, lamp.height)).to.equal('42')
      expect(reply.refused).to.deep.equal([])
    })

    it('answers in the requested language, and stores the language of the last change', async () => {
      const { configuration } = await start()
      const german = await client.data<ConfigurationReply>('GET', `${base}/${configuration}?language=de-DE`)
      expect(german.missing[0]!.message).to.equal('Bitte füllen Sie „Height (de-DE)“ aus.')
      expect(german.questions[0]!.text).to.equal('Red (de-DE)')
      await select(configuration, lamp.dimmer, lamp.dimmed, '?language=de-DE')
      const stored = await client.data<ConfigurationReply>('GET', `${base}/${configuration}`)
      expect(stored.questions[0]!.text).to.equal('Red (de-DE)')
    })

    it('answers 404 for malformed and for unknown tokens', async () => {
      const { configuration } = await start()
      const wrong = [
        `${configuration}x`,
        configuration.slice(1),
        'x',
        '%zz',
        `${configuration.slice(0, -1)}${configuration.endsWith('_') ? '-' : '_'}`,
      ]
      for (const token of wrong) {
        for (const method of ['GET', 'PATCH']) {
          const answer = await client.send(method, `${base}/${token}`, method === 'GET' ? undefined : { selections: [] })
          expect([answer.status, problem(answer).code], `${method} ${token}`).to.deep.equal([404, 'NOT_FOUND'])
        }
      }
    })

    it('rejects unknown query parameters and suggests the nearest name', async () => {
      const { configuration } = await start()
      const answer = await client.send('GET', `${base}/${configuration}?calculation=1&full=yes`)
      expect(answer.status).to.equal(422)
      expect(fields(answer)).to.have.members(['calculation', 'full'])
      expect(problem(answer).detail).to.contain("Did you mean 'calculations'?")
    })

    it('answers 405 for unsupported methods', async () => {
      const answer = await client.send('DELETE', `${base}/x`)
      expect(answer.status).to.equal(405)
      expect(answer.headers.allow).to.contain('PATCH')
    })
  })

  describe('calculation values', () => {
    it('are returned only to a token with catalog:read', async () => {
      const { configuration } = await start()
      const path = `${base}/${configuration}?calculations=1`
      const anonymous = await client.send('GET', path)
      expect([anonymous.status, problem(anonymous).code]).to.deep.equal([401, 'AUTHENTICATION_REQUIRED'])
      const fulfilment = await createRestClient(app, 'fulfilment')
      const forbidden = await fulfilment.send('GET', path)
      expect([forbidden.status, problem(forbidden).code]).to.deep.equal([403, 'INSUFFICIENT_SCOPE'])
      expect(problem(forbidden).detail).to.contain('catalog:read')
      const author = await createRestClient(app, 'author')
      const reply = await author.data<ConfigurationReply>('PATCH', path, {
        selections: [{ question_id: lamp.height, value: '21' }],
      })
      expect(reply.calculations).to.deep.equal([{ id: lamp.doubled, value: 42 }])
      for (const used of [fulfilment, author]) used.close()
    })

    it('are omitted by default, and an invalid token is rejected', async () => {
      const reply = await start()
      expect(reply).not.to.have.property('calculations')
      const bad = createJsonClient(app.url, 'svc_1_nonsense')
      const answer = await bad.send('GET', `${base}/${reply.configuration}`)
      expect([answer.status, problem(answer).code]).to.deep.equal([401, 'AUTHENTICATION_FAILED'])
      bad.close()
    })
  })

  it('ignores cookies and rejects a shopper that the host does not know', async () => {
    const { configuration } = await start()
    const cookie = await client.send('GET', `${base}/${configuration}`, undefined, { cookie: 'session=stolen' })
    expect(cookie.status).to.equal(200)
    const unknown = await client.send('GET', `${base}/${configuration}`, undefined, { 'x-svc-shopper': 'nobody' })
    expect(unknown.status).to.equal(401)
  })
})
