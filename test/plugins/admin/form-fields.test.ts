// Form fields of the admin: a limit on a question enables its validation.
import { expect } from 'chai'
import { requireEntity } from '../../../core/model/registry.js'
import { readFormFields } from '../../../plugins/admin/api/form-record.js'
import { stock } from '../../../plugins/stock/index.js'
import { type AdminClient, type AdminService, codeOf, makeRecord, type RecordBody, startAdmin, titled } from './service.js'

describe('form fields of the admin', () => {
  let service: AdminService
  let client: AdminClient
  let page: number
  before(async () => {
    service = await startAdmin({ plugins: [stock] })
    client = await service.as('catalog:write')
    const { id: product } = await makeRecord(client, 'product', { ...titled('Board'), tax_class_id: 1 })
    ;({ id: page } = await makeRecord(client, 'page', { ...titled('Page'), product_id: product }))
  })
  after(() => service.stop())

  const makeQuestion = (fields: object = {}): Promise<RecordBody> =>
    makeRecord(client, 'question', { ...titled('Width'), page_id: page, question_type: 'Textbox', ...fields })
  const validates = async (id: number): Promise<unknown> =>
    ((await client.send('GET', `records/question/${id}`)).body as RecordBody).record['validate']
  const limits = { set_min_value: 'static', minval: 100 }

  async function postForm(id: number | 'new', fields: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(`${service.app.url}/svc-admin/records/question/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: client.cookie, origin: service.app.url },
      body: new URLSearchParams({ _csrf: client.csrf, ...fields }),
    })
  }

  it('enable validation for a limit, but not for an empty or default value', async () => {
    const question = requireEntity(service.app.context.registry, 'question')
    const read = (fields: object): Promise<object> =>
      readFormFields(question, fields as Record<string, unknown>, 'en', async () => null)
    expect(await read({ minval: '100' })).to.deep.equal({ minval: '100', validate: true })
    expect(await read({ set_max_value: 'calculated' })).to.deep.equal({ set_max_value: 'calculated', validate: true })
    for (const fields of [{ minval: '' }, { maxval: null }, { set_min_value: 'none' }, { unit_en_GB: 'mm' }, { constructor: 1 }])
      expect(await read(fields)).to.deep.equal(fields)
  })

  it('keep a validation setting that the author sends in the same form', async () => {
    const fields = { minval: '100', validate: false }
    const question = requireEntity(service.app.context.registry, 'question')
    expect(await readFormFields(question, fields, 'en', async () => null)).to.deep.equal(fields)
  })

  it('make the entries of a text box numbers for a limit, unless the author chose otherwise', async () => {
    const question = requireEntity(service.app.context.registry, 'question')
    const read = (fields: object, stored: object | null): Promise<object> =>
      readFormFields(question, fields as Record<string, unknown>, 'en', async () => stored as Record<string, unknown> | null)
    const numbers = { validate: true, input_restriction: 'decimal' }
    const box = { question_type: 'Textbox' }
    expect(await read({ ...box, minval: '100' }, null)).to.deep.equal({ ...box, minval: '100', ...numbers })
    expect(await read({ minval: '100' }, box)).to.deep.equal({ minval: '100', ...numbers })
    for (const chosen of ['integer', 'plaintext'])
      expect(await read({ minval: '100' }, { ...box, input_restriction: chosen })).to.deep.equal({
        minval: '100',
        validate: true,
      })
    expect(await read({ minval: '100' }, { question_type: 'Slider' })).to.deep.equal({ minval: '100', validate: true })
  })

  it('store numbers as the entries of a text box that is created with a limit', async () => {
    const { id } = await makeQuestion({ question_type: 'Textbox', ...limits })
    const { record } = (await client.send('GET', `records/question/${id}`)).body as { record: object }
    expect(record).to.include({ validate: true, input_restriction: 'decimal' })
  })

  it('enable validation of a question when a limit is saved', async () => {
    expect(await validates((await makeQuestion(limits)).id)).to.equal(true)
    const { id } = await makeQuestion()
    expect(await validates(id)).to.equal(null)
    expect(codeOf(await client.send('PATCH', `records/question/${id}`, limits))).to.equal('200')
    expect(await validates(id)).to.equal(true)
  })

  it('enable validation for each question of a bulk change, and undo disables it', async () => {
    const ids = [(await makeQuestion()).id, (await makeQuestion()).id]
    const bulk = await client.send('POST', 'records/question/bulk', { ids, change: limits })
    expect(bulk.body).to.include({ changed: 2 })
    for (const id of ids) expect(await validates(id)).to.equal(true)
    const { undo } = bulk.body as { undo: string }
    expect((await client.send('POST', `undo/${undo}`)).body).to.include({ restored: 2 })
    for (const id of ids) expect(await validates(id)).to.equal(null)
  })

  it('enable validation in the form without script', async () => {
    const { id, revision } = await makeQuestion()
    const formFields = { _revision: String(revision), set_min_value: 'static', minval: '100' }
    expect((await postForm(id, formFields)).status).to.equal(303)
    expect(await validates(id)).to.equal(true)
    const fields = { title_en_GB: 'Depth', title_de_DE: 'Tiefe', page_id: String(page), set_max_value: 'static', maxval: '9' }
    const location = (await postForm('new', fields)).headers.get('location') ?? ''
    expect(await validates(Number(/question\/(\d+)/.exec(location)?.[1]))).to.equal(true)
  })

  it('apply an unsaved limit in the live preview', async () => {
    const { id } = await makeQuestion({ published: true, input_restriction: 'integer' })
    const { record } = (await client.send('GET', `records/page/${page}`)).body as RecordBody
    const token = 'a'.repeat(32)
    const ask = async (drafts: readonly object[], session: unknown, call: object): Promise<{ state: unknown; data: object }> => {
      const body = { customer_group_id: null, currency: null, drafts, state: session, call: { token, query: {}, ...call } }
      const answer = await client.send('POST', `workshop/${String(record['product_id'])}/shop`, body)
      expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
      return answer.body as { state: unknown; data: object }
    }
    const { state: sessionState } = await ask([], null, { path: 'configurations', body: { product_id: 0 } })
    const drafts = [{ entity: 'question', id, fields: limits }]
    const choose = { path: `configurations/${token}`, body: { selections: [{ question_id: id, value: '5' }], revision: 1 } }
    expect((await ask([], sessionState, choose)).data).to.have.deep.property('refused', [])
    const { data } = await ask(drafts, sessionState, choose)
    expect(data).to.have.property('refused').with.lengthOf(1)
  })
})
