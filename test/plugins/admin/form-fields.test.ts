// Fields of records as the forms of the admin send them: limits entered on a question switch its validation on.
import { expect } from 'chai'
import { requireEntity } from '../../../core/model/registry.js'
import { readFormFields } from '../../../plugins/admin/transport/form-fields.js'
import { stock } from '../../../plugins/stock/index.js'
import { type AdminClient, type AdminService, codeOf, makeRecord, type RecordBody, startAdmin, titled } from './service.js'

describe('fields of the forms of the admin', () => {
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

  it('admin: a limit switches validation on, an empty or default value does not', async () => {
    const question = requireEntity(service.app.registry, 'question')
    const read = (fields: object): Promise<object> => readFormFields(question, fields as Record<string, unknown>, 'en')
    expect(await read({ minval: '100' })).to.deep.equal({ minval: '100', validate: true })
    expect(await read({ set_max_value: 'calculated' })).to.deep.equal({ set_max_value: 'calculated', validate: true })
    for (const fields of [{ minval: '' }, { maxval: null }, { set_min_value: 'none' }, { unit_en_GB: 'mm' }, { constructor: 1 }])
      expect(await read(fields)).to.deep.equal(fields)
  })

  it('admin: a value that the author sets for validation in the same form stays', async () => {
    const fields = { minval: '100', validate: false }
    expect(await readFormFields(requireEntity(service.app.registry, 'question'), fields, 'en')).to.deep.equal(fields)
  })

  it('admin: a limit entered in the form of a question switches its validation on', async () => {
    expect(await validates((await makeQuestion(limits)).id)).to.equal(true)
    const { id } = await makeQuestion()
    expect(await validates(id)).to.equal(null)
    expect(codeOf(await client.send('PATCH', `records/question/${id}`, limits))).to.equal('200')
    expect(await validates(id)).to.equal(true)
  })

  it('admin: a limit entered for many questions switches the validation of each on, and undo switches it off', async () => {
    const ids = [(await makeQuestion()).id, (await makeQuestion()).id]
    const bulk = await client.send('POST', 'records/question/bulk', { ids, change: limits })
    expect(bulk.body).to.include({ changed: 2 })
    for (const id of ids) expect(await validates(id)).to.equal(true)
    const { undo } = bulk.body as { undo: string }
    expect((await client.send('POST', `undo/${undo}`)).body).to.include({ restored: 2 })
    for (const id of ids) expect(await validates(id)).to.equal(null)
  })

  it('admin: a limit entered on a page without script switches validation on', async () => {
    const { id, revision } = await makeQuestion()
    const sent = { _revision: String(revision), set_min_value: 'static', minval: '100' }
    expect((await postForm(id, sent)).status).to.equal(303)
    expect(await validates(id)).to.equal(true)
    const fields = { title_en_GB: 'Depth', title_de_DE: 'Tiefe', page_id: String(page), set_max_value: 'static', maxval: '9' }
    const location = (await postForm('new', fields)).headers.get('location') ?? ''
    expect(await validates(Number(/question\/(\d+)/.exec(location)?.[1]))).to.equal(true)
  })

  it('admin: the live preview enforces a limit that is typed and not yet saved', async () => {
    const { id } = await makeQuestion({ published: true, input_restriction: 'integer' })
    const { record } = (await client.send('GET', `records/page/${page}`)).body as RecordBody
    const token = 'a'.repeat(32)
    const ask = async (drafts: readonly object[], held: unknown, call: object): Promise<{ held: unknown; data: object }> => {
      const body = { customer_group_id: null, currency: null, drafts, held, call: { token, query: {}, ...call } }
      const answer = await client.send('POST', `workshop/${String(record['product_id'])}/shop`, body)
      expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
      return answer.body as { held: unknown; data: object }
    }
    const { held } = await ask([], null, { path: 'configurations', body: { product_id: 0 } })
    const drafts = [{ entity: 'question', id, fields: limits }]
    const choose = { path: `configurations/${token}`, body: { selections: [{ question_id: id, value: '5' }], revision: 1 } }
    expect((await ask([], held, choose)).data).to.have.deep.property('refused', [])
    const { data } = await ask(drafts, held, choose)
    expect(data).to.have.property('refused').with.lengthOf(1)
  })
})
