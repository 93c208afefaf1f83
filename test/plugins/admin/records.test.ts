// Every entity in the admin API: list, create, read, update, delete and dry run, with records equal to REST.
import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { grantOf } from '../../../core/foundation/access.js'
import { example } from '../../../customizations/example/index.js'
import type { Entity } from '../../../core/model/entity/define.js'
import { requireFieldRights } from '../../../plugins/admin/api/form-record.js'
import type { DryRun, RecordReply } from '../../../plugins/admin/api/shape.js'
import { packages } from '../../../plugins/packages/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { createJsonClient, type JsonClient } from '../../support/json-client.js'
import { sampleFields, sampleId } from '../rest/samples.js'
import { everyScope, provider } from '../rest/service.js'
import { type AdminClient, type AdminService, codeOf, makeRecord, type RecordBody, startAdmin, titled } from './service.js'

interface Shape {
  readonly name: string
  readonly may: Readonly<Record<'create' | 'change' | 'delete', boolean>>
  readonly columns: readonly { readonly field: string }[]
  readonly form: {
    readonly fields: readonly { readonly name: string; readonly keys: readonly string[]; readonly sensitive: boolean }[]
  }
}

const kinds = [
  { name: 'core', customizations: [] },
  { name: 'the example customization', customizations: [example()] },
] as const

for (const { name, customizations } of kinds) {
  describe(`records of ${name} in the admin`, function () {
    this.timeout(120_000)
    let service: AdminService
    let client: AdminClient
    let overRest: JsonClient
    before(async () => {
      service = await startAdmin({ plugins: [stock, packages, provider], customizations })
      client = await service.as(...everyScope)
      const { token } = await service.app.access.tokens.mint({ name: 'rest', scopes: everyScope })
      overRest = createJsonClient(service.app.url, token)
    })
    after(async () => {
      overRest.close()
      await service.stop()
    })

    const restRecord = async (entity: Entity, id: number) =>
      (await overRest.data<{ readonly record: Readonly<Record<string, unknown>> }>('GET', `/svc-api/v1/${entity.name}/${id}`))
        .record

    /** The fields of the record that REST returns. The others exist in the admin only. */
    const asRest = ({ record }: RecordBody, expected: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.keys(expected).map((key) => [key, record[key]]))

    it('have a form and columns for every entity of the registry', async () => {
      for (const entity of service.app.context.registry.entities.values()) {
        const shape = await client.send('GET', `entities/${entity.name}`)
        expect(codeOf(shape), entity.name).to.equal('200')
        const { form, columns } = shape.body as Shape
        const counted = Object.values(entity.properties).filter(({ platforms }) => !platforms || platforms.includes('standalone'))
        expect(form.fields.map((field) => field.name)).to.deep.equal(counted.map((property) => property.name))
        for (const { field } of columns) expect(entity.listing).to.include(field)
      }
    })

    it('are listed, created, updated and deleted with the same values as over REST', async () => {
      for (const entity of service.app.context.registry.entities.values()) {
        const path = `records/${entity.name}`
        const has = (operation: Entity['operations'][number]): boolean => entity.operations.includes(operation)
        const created = has('create')
          ? await client.send('POST', path, await sampleFields(service.app, entity))
          : await client.send('GET', `${path}/${await sampleId(service.app, entity)}`)
        expect(codeOf(created), `${entity.name} ${JSON.stringify(created.body)}`).to.equal(has('create') ? '201' : '200')
        const body = created.body as RecordBody
        const expected = await restRecord(entity, body.id)
        expect(asRest(body, expected), entity.name).to.deep.equal(expected)
        expect(created.headers.etag).to.equal(`"${body.revision}"`)

        const list = await client.send('GET', `${path}?sort=-id&limit=3`)
        expect(codeOf(list), entity.name).to.equal('200')
        const { data, meta } = list.body as { data: { id: number }[]; meta: { total: number; limit: number; offset: number } }
        expect(
          data.map(({ id }) => id),
          entity.name,
        ).to.include(body.id)
        expect([meta.limit, meta.offset]).to.deep.equal([3, 0])

        if (has('update')) {
          const same = await client.send('PATCH', `${path}/${body.id}`, {}, { 'if-match': `"${body.revision}"` })
          expect(codeOf(same), `${entity.name} ${JSON.stringify(same.body)}`).to.equal('200')
          expect(asRest(same.body as RecordBody, expected)).to.deep.equal(await restRecord(entity, body.id))
        }
        if (!has('delete')) continue
        const rehearsed = await client.send('DELETE', `${path}/${body.id}?dry_run=1`)
        expect(codeOf(rehearsed), `${entity.name} ${JSON.stringify(rehearsed.body)}`).to.equal('200')
        expect(rehearsed.body).to.have.property('would', 'delete')
        expect(await restRecord(entity, body.id)).to.be.an('object')
        expect(codeOf(await client.send('DELETE', `${path}/${body.id}`)), entity.name).to.equal('200')
        expect(codeOf(await client.send('GET', `${path}/${body.id}`))).to.equal('404 NOT_FOUND')
      }
    })

    it('contain no sensitive property', async () => {
      for (const entity of service.app.context.registry.entities.values()) {
        const hidden = Object.values(entity.properties).filter((property) => property.apiSensitive)
        // A payment method has the settings of its provider, without the secrets: see payment-methods.test.ts.
        if (hidden.length === 0 || entity.name === 'payment-method') continue
        const id = await sampleId(service.app, entity)
        const answer = (await client.send('GET', `records/${entity.name}/${id}`)).body as RecordBody
        for (const property of hidden)
          expect(answer.record, `${entity.name}.${property.name}`).not.to.have.property(property.name)
      }
    })
  })
}

describe('a record in the admin', () => {
  let service: AdminService
  let client: AdminClient
  before(async () => {
    service = await startAdmin()
    client = await service.as('catalog:write', 'store:write')
  })
  after(() => service.stop())

  const make = (entity: string, fields: object): Promise<RecordBody> => makeRecord(client, entity, fields)

  it('is not overwritten by an outdated revision, and the rejection returns the current record', async () => {
    const { id, revision } = await make('product', { ...titled('Lamp'), tax_class_id: 1 })
    const headers = { 'if-match': `"${revision}"` }
    expect(codeOf(await client.send('PATCH', `records/product/${id}`, { sku: 'first' }, headers))).to.equal('200')
    for (const [method, body] of [
      ['PATCH', { sku: 'second' }],
      ['DELETE', undefined],
    ] as const) {
      const late = await client.send(method, `records/product/${id}`, body, headers)
      expect(codeOf(late)).to.equal('412 PRECONDITION_FAILED')
      expect(late.body).to.have.nested.property('current.record.sku', 'first')
    }
    const now = (await client.send('GET', `records/product/${id}`)).body as RecordBody
    expect(now.record['sku']).to.equal('first')
    expect(
      codeOf(await client.send('PATCH', `records/product/${id}`, { sku: 'second' }, { 'if-match': `"${now.revision}"` })),
    ).to.equal('200')
  })

  it('is unchanged after a dry run, which reports changed fields, affected configurations and errors', async () => {
    const { id } = await make('product', { ...titled('Desk'), tax_class_id: 1, sku: 'D' })
    const rows = await service.app.context.database.query('SELECT * FROM svc_product')
    const dry = await client.send('PATCH', `records/product/${id}?dry_run=1`, {
      sku: 'D',
      published: false,
      title_en_GB: 'Table',
    })
    const { touches, ...rest } = dry.body as { readonly touches: { readonly outcomes: object } }
    expect(rest).to.deep.equal({ would: 'change', changed: ['title', 'title_en_GB', 'published'], affected: {} })
    // No configuration of the product exists yet.
    expect(touches.outcomes).to.deep.equal({ valid: 0, changed: 0, refused: 0 })
    const { configuration } = await service.app.shop.configurations.start({ product_id: id })
    const again = await client.send('PATCH', `records/product/${id}?dry_run=1`, { published: false })
    expect(again.body).to.have.nested.property('touches.outcomes.refused', 1)
    expect(configuration).to.be.a('string')
    expect(codeOf(await client.send('PATCH', `records/product/${id}?dry_run=1`, { tax_class_id: 987 }))).to.equal(
      '422 VALIDATION_FAILED',
    )
    expect((await client.send('POST', 'records/product?dry_run=1', { ...titled('New'), tax_class_id: 1 })).body).to.have.property(
      'would',
      'create',
    )
    expect(await service.app.context.database.query('SELECT * FROM svc_product')).to.deep.equal(rows)
  })

  it('reports before a deletion which records would be deleted with it', async () => {
    const { id: product_id } = await make('product', { ...titled('Reckoned'), tax_class_id: 1 })
    const { id } = await make('calculation', { name: 'Price', product_id })
    await make('calculation-formula', { calculation_id: id, terms: [{ number: 2 }] })
    const dry = await client.send('DELETE', `records/calculation/${id}?dry_run=1`)
    expect(dry.body).to.deep.equal({
      would: 'delete',
      changed: [],
      affected: { 'calculation-formula': 1 },
      contents: [{ entity: 'calculation-formula', label: 'Formula', count: 1 }],
      blockers: [],
      undoable: true,
    })
    expect(codeOf(await client.send('GET', `records/calculation/${id}`))).to.equal('200')
    // A dry run reports the records that prevent a deletion.
    expect(codeOf(await client.send('DELETE', `records/product/${product_id}?dry_run=1`))).to.equal('422 VALIDATION_FAILED')
  })

  it('deletes a record with its contents after naming them, and restores everything', async () => {
    const { id: product_id } = await make('product', { ...titled('Whole'), tax_class_id: 1 })
    const { id: page_id } = await make('page', { ...titled('Page'), product_id })
    const { id: question_id } = await make('question', { ...titled('Colour'), page_id, question_type: 'Radiobuttons' })
    const { id: answer } = await make('answer', { ...titled('Red'), question_id, price: 4.5 })
    await make('question', {
      ...titled('Size'),
      page_id,
      question_type: 'Textbox',
      rules: { question: question_id, operator: '==', value: answer },
    })
    const dry = (await client.send('DELETE', `records/product/${product_id}?contents=1&dry_run=1`)).body as DryRun
    expect(dry.contents!.map(({ entity, count }) => [entity, count])).to.have.deep.members([
      ['page', 1],
      ['question', 2],
      ['answer', 1],
    ])
    expect([dry.blockers, dry.undoable]).to.deep.equal([[], true])
    // A rule outside of a question prevents its deletion, and is named by its title.
    const blocked = (await client.send('DELETE', `records/question/${question_id}?contents=1&dry_run=1`)).body as DryRun
    expect(blocked.blockers!.map(({ entity, title }) => [entity, title])).to.deep.include(['question', 'Size'])
    expect(codeOf(await client.send('DELETE', `records/question/${question_id}?contents=1`))).to.equal('422 VALIDATION_FAILED')
    const { undo } = (await client.send('DELETE', `records/product/${product_id}?contents=1`)).body as { undo: string }
    for (const address of [`product/${product_id}`, `answer/${answer}`])
      expect(codeOf(await client.send('GET', `records/${address}`))).to.equal('404 NOT_FOUND')
    expect((await client.send('POST', `undo/${undo}`, {})).body).to.deep.equal({ restored: 1, left: [] })
    const { record } = (await client.send('GET', `records/answer/${answer}`)).body as RecordReply
    expect([record['title'], record['price'], record['question_id']]).to.deep.equal(['Red', 4.5, question_id])
  })

  it('stores the children that are sent with it, if the account may write them', async () => {
    const panes = [{ ...paneOf('One') }, { ...paneOf('Two') }]
    const { id } = await make('product', { ...titled('Shelf'), tax_class_id: 1, detail_panes: panes })
    const list = await client.send('GET', `records/product-detail-pane?filter[product_id]=${id}`)
    expect((list.body as { data: unknown[] }).data).to.have.length(2)
    const { registry } = service.app.context
    const fields = { detail_panes: panes }
    requireFieldRights(registry, grantOf(['catalog:write']), registry.entities.get('product')!, fields)
    expect(() => requireFieldRights(registry, grantOf(['store:write']), registry.entities.get('product')!, fields)).to.throw(
      'catalog:write',
    )
  })

  const paneOf = (text: string) => ({ heading_en_GB: text, heading_de_DE: text, content_en_GB: text, content_de_DE: text })

  it('rejects the name of a file that was not uploaded to it', async () => {
    const answer = await client.send('POST', 'records/product', { ...titled('x'), tax_class_id: 1, image: 'somebody-elses.png' })
    expect(answer.body).to.have.nested.property('validationIssues[0].field', 'image')
  })

  it('is found by its title or id', async () => {
    const { id } = await make('product', { ...titled('Unmistakable'), tax_class_id: 1 })
    expect((await client.send('GET', 'choices/product?search=unmistak')).body).to.deep.equal([{ id, label: 'Unmistakable' }])
    expect((await client.send('GET', `choices/product?ids=${id},999999`)).body).to.deep.equal([{ id, label: 'Unmistakable' }])
    expect(codeOf(await client.send('GET', 'choices/product?ids=1,x'))).to.equal('422 VALIDATION_FAILED')
    const list = await client.send('GET', 'records/product?search=UNMISTAK&filter[published]=true')
    expect((list.body as { data: { id: number }[] }).data.map((row) => row.id)).to.deep.equal([id])
    expect(codeOf(await client.send('GET', 'records/product?filter[nothing]=1'))).to.equal('422 VALIDATION_FAILED')
  })

  it("is exported as CSV that runs no formula and follows the user's language", async () => {
    for (const title of ['=cmd|calc', '+1', '-1', '@x', 'plain, "quoted"'])
      await make('product', { ...titled(title), tax_class_id: 1, baseprice: -5 })
    const csv = await client.send('GET', 'records/product.csv?sort=id')
    expect(csv.headers['content-type']).to.equal('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).to.equal('attachment; filename="product.csv"')
    const lines = String(csv.body).split('\r\n')
    expect(lines[0]).to.equal('\uFEFFID,Title,SKU,Published,Base price,Tax class')
    const cells = lines.map((line) => line.split(',').slice(1, 2)[0])
    expect(cells).to.include.members(["'=cmd|calc", "'+1", "'-1", "'@x", '"plain'])
    expect(lines.some((line) => line.includes('"plain, ""quoted""",,true,-5,1'))).to.equal(true)
    await client.send('PATCH', 'account', { language: 'de' })
    const german = await client.send('GET', 'records/product.csv?sort=id')
    await client.send('PATCH', 'account', { language: 'en' })
    expect(String(german.body)).to.match(/;;true;-5;1\r\n/)
    expect(codeOf(await client.send('GET', 'records/nothing.csv'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await client.send('GET', 'records/customer.csv'))).to.equal('403 INSUFFICIENT_SCOPE')
  })

  describe('in an ordered list', () => {
    it('moves before and after its neighbors and to another owner', async () => {
      const { id: product } = await make('product', { ...titled('Ordered'), tax_class_id: 1 })
      const { id: other } = await make('product', { ...titled('Other'), tax_class_id: 1 })
      const ids: Record<string, number> = {}
      for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await make('page', { ...titled(name), product_id: product })).id
      ids['x'] = (await make('page', { ...titled('x'), product_id: other })).id
      const order = async (owner = product): Promise<string> => {
        const { records } = await service.app.records.list('page', { filters: new Map([['product_id', owner]]) })
        return records.map((record) => String(record['title'])).join('')
      }
      const move = async (name: string, target: object): Promise<string> => {
        const answer = await client.send('POST', `records/page/${ids[name]}/move`, target)
        expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
        return order()
      }
      expect(await order()).to.equal('abcd')
      expect(await move('a', { after: ids['c'] })).to.equal('bcad')
      expect(await move('d', { before: ids['b'] })).to.equal('dbca')
      expect(await move('d', { after: ids['a'] })).to.equal('bcad')
      expect(await move('a', { before: ids['d'] })).to.equal('bcad')
      expect(await move('c', { before: ids['d'] })).to.equal('bacd')
      expect(await move('x', { before: ids['a'] })).to.equal('bxacd')
      expect(await order(other)).to.equal('')
      for (const position of [{}, { before: ids['a'], after: ids['b'] }, { before: ids['x'] }])
        expect(codeOf(await client.send('POST', `records/page/${ids['x']}/move`, position))).to.equal('422 VALIDATION_FAILED')
      expect(codeOf(await client.send('POST', `records/page/${ids['x']}/move`, { before: 999_999 }))).to.equal('404 NOT_FOUND')
      expect(codeOf(await client.send('POST', `records/product/${product}/move`, { before: other }))).to.equal(
        '422 VALIDATION_FAILED',
      )
      // Equal positions, for example after an import, are renumbered.
      await service.app.context.database.run('UPDATE svc_page SET ordering = 1 WHERE product_id = ?', [product])
      const before = await order()
      const last = before.at(-1)!
      expect(await move(last, { before: ids[before[0]!] })).to.equal(last + before.slice(0, -1))
    })
  })

  it('has files that are uploaded, shown and deleted', async () => {
    const { id } = await make('product', { ...titled('Pictured'), tax_class_id: 1 })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const response = await fetch(`${service.app.url}/svc-admin/api/records/product/${id}/files/image?name=dot.png`, {
      method: 'POST',
      headers: { cookie: client.cookie, 'x-svc-csrf': client.csrf, origin: service.app.url, 'content-type': 'image/png' },
      body: png,
    })
    expect(response.status).to.equal(201)
    const { files } = (await response.json()) as { files: { field: string; url: string; width: number }[] }
    expect(files).to.have.length(1)
    expect(files[0]).to.include({ field: 'image', url: `/svc-admin/api/records/product/${id}/files/image`, width: 1 })
    const bytes = await fetch(service.app.url + files[0]!.url, { headers: { cookie: client.cookie } })
    expect(Buffer.from(await bytes.arrayBuffer())).to.deep.equal(png)
    expect(bytes.headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox")
    expect((await client.send('DELETE', `records/product/${id}/files/image`)).body).to.deep.equal({ files: [] })
  })

  it('is exported and imported only through the transfer folder, and other paths are rejected', async () => {
    const { id } = await make('product', { ...titled('Packed'), tax_class_id: 1 })
    for (const [action, argument, body] of [
      ['export-product', 'out', { product_ids: [id], out: '/tmp/anywhere.zip' }],
      ['export-product', 'out', { product_ids: [id], out: '../anywhere.zip' }],
      ['check-product-package', 'path', { path: '/etc/passwd' }],
      ['import-product-package', 'path', { path: '../../etc/passwd' }],
    ] as const) {
      const answer = await client.send('POST', `actions/${action}`, body)
      expect(codeOf(answer), action).to.equal('422 VALIDATION_FAILED')
      expect(answer.body, action).to.have.nested.property('validationIssues[0].field', argument)
      expect(answer.body).to.have.property('detail').that.contains('is not a valid package name')
    }
    expect(existsSync('/tmp/anywhere.zip')).to.equal(false)
  })

  it('has saved views for each account separately', async () => {
    const views = [{ name: 'Published', columns: ['title'], query: { 'filter[published]': 'true' }, default: true }]
    expect((await client.send('PATCH', 'views/product', { views })).body).to.deep.equal({ views })
    expect((await client.send('GET', 'views/product')).body).to.deep.equal({ views })
    expect((await client.send('PATCH', 'views/product', { views: [] })).body).to.deep.equal({ views: [] })
    await client.send('PATCH', 'views/product', { views })
    const other = await service.as('catalog:read')
    expect((await other.send('GET', 'views/product')).body).to.deep.equal({ views: [] })
    for (const wrong of [
      {},
      { views: 'x' },
      { views: [{}] },
      { views: [{ name: 'x', run: 'y' }] },
      { views: [{ name: 'x', columns: [1] }] },
      { views: [{ name: 'x', query: { a: { b: 1 } } }] },
      { views: Array.from({ length: 51 }, () => ({ name: 'x' })) },
    ])
      expect(codeOf(await client.send('PATCH', 'views/product', wrong)), JSON.stringify(wrong).slice(0, 60)).to.equal(
        '422 VALIDATION_FAILED',
      )
    expect((await client.send('GET', 'views/product')).body).to.deep.equal({ views })
  })
})

describe('numbers typed in the admin', () => {
  let service: AdminService
  let german: AdminClient
  let id: number
  before(async () => {
    service = await startAdmin()
    german = await service.as('catalog:write', 'store:write')
    await german.send('PATCH', 'account', { language: 'de' })
    ;({ id } = await makeRecord(german, 'product', { ...titled('Desk'), tax_class_id: 1, baseprice: 10 }))
  })
  after(() => service.stop())

  const ambiguous = 'Das Feld „Grundpreis“: „1.250“ kann 1250 oder 1,25 bedeuten. Geben Sie eines von beiden ein.'
  const price = async (): Promise<unknown> =>
    ((await german.send('GET', `records/product/${id}`)).body as RecordBody).record['baseprice']

  it('are rejected with both readings for a German 1.250 in a form, and 1.250,5 is stored as 1250.5', async () => {
    const refused = await german.send('PATCH', `records/product/${id}`, { baseprice: '1.250' })
    expect(codeOf(refused)).to.equal('422 VALIDATION_FAILED')
    const { errors } = refused.body as { errors: { message: string }[] }
    expect(errors.map(({ message }) => message)).to.deep.equal([ambiguous])
    expect(await price()).to.equal(10)
    expect(codeOf(await german.send('PATCH', `records/product/${id}`, { baseprice: '1.250,5' }))).to.equal('200')
    expect(await price()).to.equal(1250.5)
  })

  it('are rejected with both readings for a German 1.250 in a bulk edit, a new record and a group price', async () => {
    const responses = [
      await german.send('POST', 'records/product/bulk', { ids: [id], change: { baseprice: '1.250' } }),
      await german.send('POST', 'records/product', { ...titled('Lamp'), tax_class_id: 1, baseprice: '1.250' }),
      await german.send('PATCH', `records/product/${id}`, { baseprice_overrides: [{ customer_group_id: 1, price: '1.250' }] }),
    ]
    for (const answer of responses) {
      expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('422 VALIDATION_FAILED')
      expect(JSON.stringify(answer.body)).to.contain('kann 1250 oder 1,25 bedeuten')
    }
  })
})
