// Single records over REST: envelopes, fields, languages, defaults, ETags and request bodies in every encoding.
import { expect } from 'chai'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { outcome, type RestService, startRest } from './service.js'

interface RecordBody {
  readonly data: { readonly entity: string; readonly id: number; readonly record: Readonly<Record<string, unknown>> }
}

const recordOf = (answer: JsonReply): Readonly<Record<string, unknown>> => (answer.body as RecordBody).data.record
const idOf = (answer: JsonReply): number => (answer.body as RecordBody).data.id
const issues = (answer: JsonReply) =>
  (answer.body as { validationIssues?: { field: string; code: string; message: string }[] }).validationIssues ?? []
const root = '/svc-api/v1'

describe('records over REST', () => {
  let service: RestService
  let client: JsonClient
  let taxClass: number
  before(async () => {
    service = await startRest()
    client = service.admin
    taxClass = Number((await service.app.records.list('tax-class')).records[0]!.id)
  })
  after(() => service.stop())

  const product = (fields: object = {}) => ({ title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: taxClass, ...fields })
  const create = async (fields: object = {}): Promise<JsonReply> => client.send('POST', `${root}/product`, product(fields))

  it('stores prices of customer groups', async () => {
    const group = Number((await service.app.records.list('customer-group')).records[0]!.id)
    const baseprice_overrides = [{ customer_group_id: group, price: 7.5 }]
    const answer = await create({ baseprice_overrides })
    expect(recordOf(answer).baseprice_overrides).to.deep.equal(baseprice_overrides)
    const changed = await client.send('PATCH', `${root}/product/${idOf(answer)}`, { baseprice_overrides: [] })
    expect(recordOf(changed).baseprice_overrides).to.deep.equal([])
  })

  it('names svc_set_calculation and the routes when the type of a calculation with a body is changed', async () => {
    const created = await create()
    const calculation = { name: 'Price', product_id: idOf(created) }
    const id = idOf(await client.send('POST', `${root}/calculation`, calculation))
    const formula = { calculation_id: id, terms: [{ number: 1 }] }
    expect((await client.send('POST', `${root}/calculation-formula`, formula)).status).to.equal(201)
    const refused = await client.send('PATCH', `${root}/calculation/${id}`, { type: 'matrix' })
    expect(issues(refused)[0]?.message).to.match(
      /Replace the body with svc_set_calculation or POST \/svc-api\/v1\/calculation-formula, .*; the type/,
    )
    expect(JSON.stringify(refused.body)).not.to.match(/the action/)
  })

  it('creates with 201, the same body as a read, Location and ETag', async () => {
    const answer = await create({ sku: 'B-1' })
    const id = idOf(answer)
    expect(answer.status).to.equal(201)
    expect(answer.headers.location).to.equal(`${root}/product/${id}`)
    expect(answer.headers['content-type']).to.match(/^application\/json/)
    const read = await client.send('GET', `${root}/product/${id}`)
    expect(read.body).to.deep.equal(answer.body)
    expect(read.headers.etag).to.equal(answer.headers.etag)
    expect(read.body).to.have.all.keys('data')
    expect((read.body as RecordBody).data).to.have.all.keys('entity', 'id', 'record')
    expect(recordOf(read)).to.include({ id, title: 'Blind', title_en_GB: 'Blind', title_de_DE: 'Rollo', sku: 'B-1' })
  })

  it("answers 304 if If-None-Match contains the record's ETag, and 200 after a change", async () => {
    const id = idOf(await create())
    const path = `${root}/product/${id}`
    const etag = (await client.send('GET', path)).headers.etag!
    for (const tag of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
      const same = await client.send('GET', path, undefined, { 'if-none-match': tag })
      expect([same.status, same.body, same.headers.etag], tag).to.deep.equal([304, '', etag])
    }
    await client.send('PATCH', path, { sku: 'other' })
    const changed = await client.send('GET', path, undefined, { 'if-none-match': etag })
    expect([changed.status, recordOf(changed)['sku']]).to.deep.equal([200, 'other'])
  })

  it('answers HEAD like GET without the body', async () => {
    const id = idOf(await create())
    const [get, head] = [await client.send('GET', `${root}/product/${id}`), await client.send('HEAD', `${root}/product/${id}`)]
    expect([head.status, head.body, head.headers.etag]).to.deep.equal([200, '', get.headers.etag])
    expect(head.headers['content-length']).to.equal(get.headers['content-length'])
  })

  it('fills declared defaults on create and leaves other fields null or empty', async () => {
    const record = recordOf(await create({ sku: '', max_quantity: '', baseprice: null }))
    expect(record).to.include({ published: true, baseprice: 0, min_quantity: 1, max_quantity: null, sku: '', guidance: 'off' })
    expect(record.tax_class_recurring_id).to.equal(null)
  })

  it('rejects unknown fields with the nearest name and changes nothing', async () => {
    const before = await service.rows()
    const answer = await create({ titel: 'x', image: 'x', __proto__x: 1 })
    expect(outcome(answer)).to.equal('422 VALIDATION_FAILED')
    expect(issues(answer).map((issue) => issue.field)).to.have.members(['titel', 'image', '__proto__x'])
    expect(issues(answer).find((issue) => issue.field === 'titel')?.message).to.contain("Did you mean 'title'?")
    expect(await service.rows()).to.deep.equal(before)
    const hostile = await client.send(
      'PATCH',
      `${root}/product/${idOf(await create())}`,
      '{"__proto__": {"sku": "x"}, "constructor": 1}',
    )
    expect(issues(hostile).map((issue) => issue.field)).to.have.members(['__proto__', 'constructor'])
  })

  it('rejects the nested translation form and names the key to use', async () => {
    const answer = await client.send('POST', `${root}/product`, { title: { en_GB: 'Blind' }, tax_class_id: taxClass })
    expect(outcome(answer)).to.equal('422 VALIDATION_FAILED')
    const titleIssue = issues(answer).find((issue) => issue.field === 'title')
    expect(titleIssue?.message).to.contain('title_en_GB')
  })

  it('prefers the flat key to the plain key', async () => {
    const record = recordOf(await create({ title: 'Plain' }))
    expect(record.title_en_GB).to.equal('Blind')
  })

  it('requires every active language of a required text on create, but not on update', async () => {
    const answer = await client.send('POST', `${root}/product`, { title_en_GB: 'Blind', tax_class_id: taxClass })
    expect(outcome(answer)).to.equal('422 VALIDATION_FAILED')
    expect(issues(answer).map((issue) => issue.field)).to.deep.equal(['title_de_DE'])
    const id = idOf(await create())
    const patched = recordOf(await client.send('PATCH', `${root}/product/${id}`, { title_de_DE: 'Neu' }))
    expect(patched).to.include({ title_en_GB: 'Blind', title_de_DE: 'Neu' })
  })

  it("returns a plain key in the language of the query, and by default in the store's", async () => {
    const id = idOf(await create())
    const title = async (query: string) => recordOf(await client.send('GET', `${root}/product/${id}${query}`)).title
    expect([await title(''), await title('?language=de-DE'), await title('?languageTag=de-DE')]).to.deep.equal([
      'Blind',
      'Rollo',
      'Rollo',
    ])
    expect(await title('?language=de-DE&languageTag=de-DE')).to.equal('Rollo')
    const update = await client.send('PATCH', `${root}/product/${id}?language=de-DE`, { title: 'Geschrieben' })
    expect(recordOf(update)).to.include({ title: 'Geschrieben', title_de_DE: 'Geschrieben', title_en_GB: 'Blind' })
    for (const query of ['?language=de-DE&languageTag=en-GB', '?language=fr-FR', '?lang=de-DE', '?filter[sku]=x', '?limit=1']) {
      expect(outcome(await client.send('GET', `${root}/product/${id}${query}`)), query).to.equal('422 VALIDATION_FAILED')
    }
  })

  it('clears an optional reference with null, but not with 0', async () => {
    const page = async (fields: object) => client.send('PATCH', `${root}/product/${idOf(await create())}`, fields)
    expect(recordOf(await page({ tax_class_recurring_id: null })).tax_class_recurring_id).to.equal(null)
    const zero = await page({ tax_class_recurring_id: 0 })
    expect(issues(zero).map((issue) => issue.field)).to.deep.equal(['tax_class_recurring_id'])
    const nowhere = await page({ tax_class_recurring_id: 987_654 })
    expect([outcome(nowhere), issues(nowhere)[0]?.field]).to.deep.equal(['422 VALIDATION_FAILED', 'tax_class_recurring_id'])
    expect(issues(await page({ tax_class_id: null }))[0]?.field).to.equal('tax_class_id')
  })

  it('stores backslashes, quotes and astral characters unchanged', async () => {
    const title = 'a\\b "c" \'d\' 😀\u2028'
    expect(recordOf(await create({ title_en_GB: title })).title_en_GB).to.equal(title)
  })

  it('accepts form fields on POST, on PATCH and with a method override', async () => {
    const form = new URLSearchParams({
      title_en_GB: 'Formed',
      title_de_DE: 'Geformt',
      tax_class_id: String(taxClass),
      published: '0',
      baseprice: '12.5',
      sku: '',
    })
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(form.toString().length) }
    const created = await client.send('POST', `${root}/product`, form.toString(), type)
    expect(recordOf(created)).to.include({ title: 'Formed', published: false, baseprice: 12.5, sku: '', tax_class_id: taxClass })
    const path = `${root}/product/${idOf(created)}`
    const patch = await client.send('PATCH', path, 'baseprice=13', { ...type, 'content-length': '12' })
    expect(recordOf(patch).baseprice).to.equal(13)
    const overridden = await client.send('POST', path, 'baseprice=14', {
      ...type,
      'content-length': '12',
      'x-http-method-override': 'PATCH',
    })
    expect([overridden.status, recordOf(overridden).baseprice]).to.deep.equal([200, 14])
    expect((await client.send('POST', path, undefined, { 'x-http-method-override': 'DELETE' })).body).to.have.nested.property(
      'data.deleted',
      true,
    )
    expect((await client.send('GET', path, undefined, { 'x-http-method-override': 'DELETE' })).status).to.equal(404)
  })

  it('ignores the method override on GET', async () => {
    const path = `${root}/product/${idOf(await create())}`
    expect((await client.send('GET', path, undefined, { 'x-http-method-override': 'DELETE' })).status).to.equal(200)
    expect((await client.send('GET', path)).status).to.equal(200)
  })

  it('answers 404 for ids that no record can have', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '01', '1e3', '9007199254740993', '9'.repeat(3000), '%20', '1%00']) {
      expect(outcome(await client.send('GET', `${root}/product/${id}`)), id.slice(0, 20)).to.equal('404 NOT_FOUND')
    }
  })

  it('rejects a write if If-Match does not contain the present revision, and accepts it, a list with it and *', async () => {
    const created = await create()
    const path = `${root}/product/${idOf(created)}`
    const etag = created.headers.etag!
    const patched = await client.send('PATCH', path, { sku: 'one' }, { 'if-match': etag })
    expect(patched.status).to.equal(200)
    expect(patched.headers.etag).to.not.equal(etag)
    for (const stale of [etag, `W/${patched.headers.etag}`, 'nonsense', '"x"', `${etag}, "77777"`]) {
      const refused = await client.send('PATCH', path, { sku: 'two' }, { 'if-match': stale })
      expect(outcome(refused), stale).to.equal('412 PRECONDITION_FAILED')
    }
    expect(outcome(await client.send('DELETE', path, undefined, { 'if-match': etag }))).to.equal('412 PRECONDITION_FAILED')
    expect(outcome(await client.send('PATCH', path, { nonsense: 1 }, { 'if-match': etag }))).to.equal('412 PRECONDITION_FAILED')
    expect(outcome(await client.send('PATCH', `${root}/product/999999`, {}, { 'if-match': etag }))).to.equal('404 NOT_FOUND')
    expect(recordOf(await client.send('GET', path)).sku).to.equal('one')
    const listed = await client.send('PATCH', path, { sku: 'three' }, { 'if-match': `"99999", ${patched.headers.etag}` })
    expect(listed.status).to.equal(200)
    expect((await client.send('PATCH', path, { sku: 'four' }, { 'if-match': '*' })).status).to.equal(200)
    const last = (await client.send('GET', path)).headers.etag!
    expect((await client.send('DELETE', path, undefined, { 'if-match': last })).status).to.equal(200)
  })

  it('rejects the deletion of a record that contains others, and names them', async () => {
    const id = idOf(await create())
    await client.send('POST', `${root}/page`, { product_id: id, title_en_GB: 'Size', title_de_DE: 'Größe' })
    const answer = await client.send('DELETE', `${root}/product/${id}`)
    expect(outcome(answer)).to.equal('422 VALIDATION_FAILED')
    expect(answer.body)
      .to.have.property('detail')
      .that.matches(/^product .* cannot be deleted because it contains pages/)
  })

  it('accepts sensitive fields but never returns them', async () => {
    const secret = 'canary-4711'
    const settings = `${root}/settings/${String((await service.app.records.list('settings')).records[0]!.id)}`
    const patched = await client.send('PATCH', settings, { license_key: secret, advisor_api_key: secret })
    expect(patched.status).to.equal(200)
    for (const path of [settings, `${root}/settings`])
      expect(JSON.stringify((await client.send('GET', path)).body)).not.to.contain(secret)
    expect(recordOf(patched)).not.to.have.any.keys('license_key', 'advisor_api_key')
    for (const query of ['filter[license_key]=canary-4711', 'sort=license_key']) {
      expect(outcome(await client.send('GET', `${root}/settings?${query}`)), query).to.equal('422 VALIDATION_FAILED')
    }
  })

  it('names the failed step only for the store, and logs the cause under the request id', async () => {
    const logged: { fields: object; message: string }[] = []
    const note = (fields: object, message: string) => void logged.push({ fields, message })
    const log = { debug: note, info: note, warn: note, error: note, child: () => log }
    const failingService = await startRest({ log })
    try {
      const { database } = failingService.app.context
      await database.execute('ALTER TABLE svc_salutation RENAME TO svc_salutation_away')
      const [read, write] = [
        await failingService.admin.send('GET', `${root}/salutation`),
        await failingService.admin.send('POST', `${root}/salutation`, { title_en_GB: 'a', title_de_DE: 'b' }),
      ]
      await database.execute('ALTER TABLE svc_salutation_away RENAME TO svc_salutation')
      expect([outcome(read), outcome(write)]).to.deep.equal(['500 INTERNAL_ERROR', '500 INTERNAL_ERROR'])
      expect(write.body).to.have.nested.property('meta.failedAt[0]', 'store')
      expect(read.body).not.to.have.property('meta')
      expect(JSON.stringify([read.body, write.body])).not.to.match(/svc_salutation|SELECT|INSERT/)
      const id = /'([^']+)'\.$/.exec((write.body as { detail: string }).detail)?.[1]
      expect(logged.some(({ fields }) => 'requestId' in fields && fields.requestId === id)).to.equal(true)
    } finally {
      await failingService.stop()
    }
  })
})
