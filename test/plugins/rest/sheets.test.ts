// Product sheets over REST: YAML and JSON, scopes, rejected sheets, comparison, merge and the typed client.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { createSheetSchema } from '../../../plugins/sheets/sheet/schema.js'
import { createClient, ServiceFailure } from '../../../generated/client/client.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import type { Scope } from '../../../core/foundation/access.js'
import { rest } from '../../../plugins/rest/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { everyScope } from './service.js'

const path = '/svc-api/v1/product-sheets'

const code = (expression: string): string => `sheet: 1
product: coded
title: Coded
tax_class_id: Standard
pages: [{ title: Size, questions: { width: { title: Width, question_type: Slider } } }]
calculations:
  price: { code: { code: ${expression}, questions: { A: width } } }
`

describe('product sheets over REST', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let products: readonly number[]
  let token: string
  let coder: string
  before(async () => {
    app = await listenTestApp([rest()])
    await seedDemo(app, () => undefined)
    products = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
    token = await minted('catalog:write')
    coder = await minted('catalog:write', 'code:write')
  })
  after(() => app?.stop())

  const minted = async (...scopes: readonly Scope[]): Promise<string> =>
    (await app.access.tokens.mint({ name: `sheets ${scopes.join()}`, scopes: [...scopes] })).token

  const ask = async (
    method: string,
    address: string,
    who: string | null,
    body?: string,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${app.url}${address}`, {
      method,
      headers: { ...(who !== null && { authorization: `Bearer ${who}` }), ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      location: response.headers.get('location'),
      text,
    }
  }
  const rows = async (): Promise<readonly number[]> => {
    const counts: number[] = []
    for (const entity of ['product', 'page', 'question', 'answer', 'calculation'])
      counts.push((await app.context.database.query(`SELECT id FROM svc_${entity}`)).length)
    return counts
  }
  const yaml = { 'content-type': 'application/yaml' }

  it('are YAML or, if requested, JSON, and match the schema for editors', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const validate = ajv.compile(createSheetSchema(app.context.registry, ['en-GB', 'de-DE']))
    for (const id of products) {
      const text = await ask('GET', `${path}/${id}`, token)
      expect([text.status, text.type]).to.deep.equal([200, 'application/yaml; charset=utf-8'])
      expect(text.text).to.match(/^sheet: 1\nproduct: /)
      const json = await ask('GET', `${path}/${id}`, token, undefined, { accept: 'application/json' })
      const sheet: unknown = JSON.parse(json.text)
      expect(validate(sheet), JSON.stringify(validate.errors?.slice(0, 5))).to.equal(true)
      const nothing = { created: {}, changed: {}, deleted: {} }
      for (const [body, type] of [
        [text.text, 'application/yaml'],
        [text.text, 'text/yaml'],
        [json.text, 'application/json'],
      ] as const) {
        const applied = await ask('POST', `${path}?prune=1`, coder, body, { 'content-type': type })
        expect([applied.status, (JSON.parse(applied.text) as { data: { counts: object } }).data.counts]).to.deep.equal([
          200,
          nothing,
        ])
      }
    }
    expect(validate({ sheet: 1, product: 'a', title: { 'en-GB': 'A', 'he-IL': 'B' } }), 'an additional language').to.equal(true)
    expect(validate({ sheet: 1, product: 'a', title: { en_GB: 'A' } })).to.equal(false)
    expect(validate({ sheet: 1, product: 'a', pags: [] })).to.equal(false)
    expect(validate({ sheet: 1, product: 'a', pages: [{ title: 'A', questions: { b: { titel: 'B' } } }] })).to.equal(false)
  })

  it('require a token with catalog scopes, and code:write for changed code', async () => {
    const text = (await ask('GET', `${path}/${products[2]}`, token)).text
    for (const [method, address, body] of [
      ['GET', `${path}/${products[2]}`, undefined],
      ['POST', path, text],
    ] as const) {
      expect((await ask(method, address, null, body, body === undefined ? {} : yaml)).status).to.equal(401)
      const otherToken = await minted(...everyScope.filter((scope) => !scope.startsWith('catalog:')))
      const refused = await ask(method, address, otherToken, body, body === undefined ? {} : yaml)
      expect([refused.status, refused.text.includes(`catalog:${method === 'GET' ? 'read' : 'write'}`)]).to.deep.equal([403, true])
    }
    expect((await ask('POST', path, await minted('catalog:read'), text, yaml)).status).to.equal(403)
    const refused = await ask('POST', path, token, code("' A * 2 '"), yaml)
    expect([refused.status, refused.text.includes("'code:write'")]).to.deep.equal([403, true])
    const creation = await ask('POST', path, coder, code("' A * 2 '"), yaml)
    expect(creation.status).to.equal(201)
    // Unchanged code is not written and needs no scope.
    const { data } = JSON.parse(creation.text) as { data: { product_id: number } }
    expect(creation.location).to.equal(`${path}/${data.product_id}`)
    expect(
      (await ask('POST', path, token, code("' A * 2 '").replace('title: Coded', 'title: Still coded'), yaml)).status,
    ).to.equal(200)
    expect((await ask('POST', path, token, code("' A * 3 '"), yaml)).status).to.equal(403)
  })

  it('accept true, false, 1 and 0 for options', async () => {
    const text = 'sheet: 1\nproduct: spelled\ntitle: Spelled\ntax_class_id: Standard\n'
    const before = await rows()
    for (const yes of ['true', '1']) {
      const answer = await ask('POST', `${path}?dry_run=${yes}&prune=false`, token, text, yaml)
      expect([answer.status, (JSON.parse(answer.text) as { data: { dry_run?: boolean } }).data.dry_run], yes).to.deep.equal([
        200,
        true,
      ])
    }
    expect(await rows()).to.deep.equal(before)
    expect((await ask('POST', `${path}?dry_run=false&prune=0`, token, text, yaml)).status).to.equal(201)
  })

  it('are rejected with a message if they are invalid or not found', async () => {
    const before = await rows()
    for (const [status, message, answer] of [
      [404, 'There is no product', await ask('GET', `${path}/999999`, token)],
      [404, 'product', await ask('GET', `${path}/lamp`, token)],
      [
        422,
        "Unknown query parameter 'dry-run'. Did you mean 'dry_run'?",
        await ask('POST', `${path}?dry-run=1`, token, 'sheet: 1', yaml),
      ],
      [
        422,
        "The query parameter 'dry_run' takes true or false, not 'yes'.",
        await ask('POST', `${path}?dry_run=yes`, token, 'sheet: 1', yaml),
      ],
      [404, 'There is no product 999999', await ask('POST', `${path}?product_id=999999`, token, 'sheet: 1\nproduct: a', yaml)],
      [
        422,
        "The content type 'text/html' is not accepted.",
        await ask('POST', path, token, '<p>', { 'content-type': 'text/html' }),
      ],
      [422, 'The body is empty.', await ask('POST', path, token, ' ', yaml)],
      [422, "Line 1: 'product' takes the label", await ask('POST', path, token, 'sheet: 1', yaml)],
      [413, 'larger than the limit of 8000000 bytes.', await ask('POST', path, token, `#${'x'.repeat(9_000_000)}`, yaml)],
    ] as const) {
      expect(answer.status, answer.text).to.equal(status)
      expect(answer.text).to.include(message.replaceAll('"', '\\"'))
    }
    expect(await rows()).to.deep.equal(before)
  })

  it('are read and applied by the typed client', async () => {
    const { sheets } = createClient({ baseUrl: app.url, token: coder })
    const text = await sheets.read(products[2]!)
    const plan = await sheets.apply(text.replace('baseprice: 349', 'baseprice: 350'), { dryRun: true })
    expect(plan.changed).to.deep.equal([{ entity: 'product', id: products[2], key: 'standing-desk', fields: ['baseprice'] }])
    expect(await sheets.read(products[2]!)).to.equal(text)
    const refused = await sheets.apply('sheet: 3').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(ServiceFailure)
  })

  it('are compared, merged and applied by the typed client', async () => {
    const { sheets } = createClient({ baseUrl: app.url, token })
    const base = await sheets.read(products[2]!)
    const ours = base.replace('baseprice: 349', 'baseprice: 359')
    const theirs = base.replace('We build every desk to order', 'Each desk is built for you')
    const { products: compared } = await sheets.diff(ours)
    expect(compared[0]!.changes.map(({ sentence }) => sentence)).to.deep.equal(["Product 'Standing desk': base price 349 → 359."])
    expect((await sheets.diff(products[2]!, base)).equal).to.equal(true)
    const reply = await app.act('get-product-sheet', { product_id: products[2], diff: ours })
    expect(reply).to.deep.equal({
      product_id: products[2],
      equal: false,
      sentences: ["Product 'Standing desk': base price 349 → 359."],
    })
    const clash = await sheets.merge({ base, ours, theirs: base.replace('baseprice: 349', 'baseprice: 1') })
    expect(clash.conflicts.map(({ field, base: was, ours: own, theirs: other }) => [field, was, own, other])).to.deep.equal([
      ['baseprice', 349, 359, 1],
    ])
    expect(clash.sheet).to.equal(undefined)
    const { conflicts, sheet } = await sheets.merge({ base: products[2]!, ours, theirs })
    expect(conflicts).to.deep.equal([])
    expect((await sheets.apply(sheet!, { prune: true })).counts).to.deep.equal({
      created: {},
      changed: { product: 1, 'product-detail-pane': 1 },
      deleted: {},
    })
    expect((await sheets.diff(ours)).products[0]!.counts.changed).to.equal(1)
    await sheets.apply(base, { prune: true })
  })

  it('are compared and merged only with catalog scopes and valid states', async () => {
    const body = JSON.stringify({ from: '1' })
    const type = { 'content-type': 'application/json' }
    for (const name of ['diff', 'merge']) {
      expect((await ask('POST', `${path}/${name}`, null, body, type)).status).to.equal(401)
      expect((await ask('POST', `${path}/${name}`, await minted('orders:read'), body, type)).status).to.equal(403)
      expect((await ask('POST', `${path}/${name}?x=1`, token, body, type)).status).to.equal(422)
    }
    for (const from of ['../secret.zip', '/etc/passwd', 'sheet', '', '1 ; 2'])
      expect((await ask('POST', `${path}/diff`, token, JSON.stringify({ from }), type)).status, from).to.equal(422)
    expect((await ask('POST', `${path}/diff`, token, JSON.stringify({ from: '999999', to: '1' }), type)).status).to.equal(404)
  })
})
