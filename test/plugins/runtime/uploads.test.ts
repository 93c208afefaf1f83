// Files that shoppers upload: checks of extension, content and size, limits, and access by configuration.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { addPosition, copyPosition, createCart } from '../../../core/commerce/cart/service.js'
import { guest } from '../../../core/shop/shopper.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createMemoryFiles } from '../../support/memory-files.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { talk } from '../http/running.js'

const base = '/svc-api/runtime/v1/configurations'

describe('uploads', () => {
  const files = createMemoryFiles()
  let app: ListeningApp
  let client: JsonClient
  let product: number
  let drawing: number
  let remark: number
  let token: string

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { files })
    client = createJsonClient(app.url)
    const author = createCatalogAuthor(app)
    product = await author.product('Sign')
    const page = await author.page(product, 'Page')
    const allowed = { upload_extensions: 'pdf, png', upload_mime_types: 'application/pdf, image/*', upload_size_mb: 1 }
    drawing = await author.question(page, 'Drawing', 'Upload', { required: true, ...allowed })
    remark = await author.question(page, 'Remark', 'Textbox')
  })

  beforeEach(async () => {
    token = (await client.data<ConfigurationReply>('POST', base, { product_id: product })).configuration
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const send = async (
    name: string,
    body: string,
    question = drawing,
  ): Promise<{ status: number; id?: string; fields?: string[] }> => {
    const query = new URLSearchParams({ question_id: String(question), name })
    const { status, body: answer } = await client.send('POST', `${base}/${token}/uploads?${query}`, body, {
      'content-type': 'application/octet-stream',
    })
    const { data, validationIssues } = answer as { data?: { id: string }; validationIssues?: { field: string }[] }
    return {
      status,
      ...(data && { id: data.id }),
      ...(validationIssues && { fields: validationIssues.map((issue) => issue.field) }),
    }
  }
  const select = (value: string | undefined): Promise<ConfigurationReply> =>
    client.data('PATCH', `${base}/${token}`, { selections: [{ question_id: drawing, value }] })

  it('get an unguessable id and are shown by their cleaned file name', async () => {
    const { status, id } = await send('C:\\plans\\my <plan>.pdf', '%PDF-1.7 content')
    expect(status).to.equal(201)
    expect(id).to.match(/^[\w-]{32}$/)
    const reply = await select(id)
    expect(reply.questions[0]).to.include({ selection: id, text: 'my plan.pdf' })
    expect(reply.missing).to.deep.equal([])
    const read = await client.data<ConfigurationReply>('GET', `${base}/${token}`)
    expect(read.questions[0]!.text).to.equal('my plan.pdf')
  })

  it('are rejected by extension, content, size, for empty content and for other questions', async () => {
    expect(await send('plan.exe', '%PDF-1.7')).to.deep.equal({ status: 422, fields: ['name'] })
    expect(await send('plan.pdf', 'MZ not a pdf')).to.deep.equal({ status: 422, fields: ['file'] })
    expect(await send('plan.png', '%PDF-1.7')).to.deep.equal({ status: 422, fields: ['file'] })
    expect(await send('plan.pdf', `%PDF-${'x'.repeat(1_048_577)}`)).to.deep.equal({ status: 422, fields: ['file'] })
    expect(await send('plan.pdf', '')).to.deep.equal({ status: 422, fields: ['file'] })
    expect(await send('plan.pdf', '%PDF-1.7', remark)).to.deep.equal({ status: 422, fields: ['question_id'] })
    expect((await send('plan.pdf', 'x'.repeat(20 * 1_048_576 + 1))).status).to.equal(413)
  })

  it('are rejected before the body is read if the configuration, question or name is invalid', async () => {
    const announce = (path: string): Promise<string> =>
      talk(
        { port: Number(new URL(app.url).port) },
        `POST ${base}/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 15000000\r\n\r\n`,
      )
    const query = `question_id=${drawing}&name=plan.pdf`
    expect(await announce(`${'x'.repeat(32)}/uploads?${query}`)).to.match(/^HTTP\/1\.1 404/)
    expect(await announce(`${token}/uploads?question_id=${remark}&name=plan.pdf`)).to.match(/^HTTP\/1\.1 422/)
    expect(await announce(`${token}/uploads?question_id=${drawing}&name=plan.exe`)).to.match(/^HTTP\/1\.1 422/)
    expect(await announce(`${token}/uploads?${query}&nmae=x`)).to.match(/^HTTP\/1\.1 422/)
  })

  it('can be photo.jpeg if the question allows jpg and image/jpg', async () => {
    const author = createCatalogAuthor(app)
    const product_id = await author.product('Poster')
    const page = await author.page(product_id, 'Page')
    const photo = await author.question(page, 'Photo', 'Upload', { upload_extensions: 'jpg', upload_mime_types: 'image/jpg' })
    const { configuration } = await client.data<ConfigurationReply>('POST', base, { product_id })
    const upload = async (name: string): Promise<number> => {
      const query = new URLSearchParams({ question_id: String(photo), name })
      const headers = { 'content-type': 'application/octet-stream' }
      const body = Buffer.from('ffd8ffe000104a46494600', 'hex')
      return (await fetch(`${app.url}${base}/${configuration}/uploads?${query}`, { method: 'POST', body, headers })).status
    }
    expect([await upload('photo.jpeg'), await upload('photo.JPG'), await upload('photo.png')]).to.deep.equal([201, 201, 422])
  })

  it('cannot be selected in another configuration', async () => {
    const { id } = await send('plan.pdf', '%PDF-1.7')
    token = (await client.data<ConfigurationReply>('POST', base, { product_id: product })).configuration
    const reply = await select(id)
    expect(reply.refused).to.deep.equal([
      { index: 0, code: 'INVALID_VALUE', message: "'Drawing' must be the id of an uploaded file." },
    ])
    const selections = [
      { question_id: remark, value: 'fine' },
      { question_id: drawing, value: id },
    ]
    const started = await client.data<ConfigurationReply>('POST', base, { product_id: product, selections })
    expect(started.refused.map((refused) => refused.index)).to.deep.equal([1])
    expect(started.questions.find((question) => question.id === remark)!.selection).to.equal('fine')
  })

  it('are limited in number and bytes, and the oldest unselected file is deleted first', async () => {
    const first = (await send('plan.pdf', '%PDF-1.7')).id!
    await select(first)
    const uploadIds: string[] = []
    for (let n = 0; n < 12; n++) uploadIds.push((await send('plan.pdf', '%PDF-1.7')).id!)
    const there = await Promise.all([first, ...uploadIds].map(async (id) => (await files.get(id)) !== null))
    expect(there).to.deep.equal([true, false, false, ...Array<boolean>(10).fill(true)])
    const large = `%PDF-${'x'.repeat(1_000_000)}`
    for (let n = 0; n < 4; n++) expect((await send('plan.pdf', large)).status).to.equal(201)
    const sql =
      "SELECT SUM(size) AS bytes FROM svc_files WHERE entity = 'configuration' AND entity_id = (SELECT MAX(id) FROM svc_configuration)"
    const [row] = await app.context.database.query<{ bytes: number }>(sql)
    expect(Number(row!.bytes)).to.be.below(2 * 1_048_576)
    expect(await files.get(first)).not.to.equal(null)
  })

  it('are shared with a copy of the configuration, and deleted with the last one', async () => {
    const { id } = await send('plan.pdf', '%PDF-1.7')
    await select(id)
    const shopperContext = app.shop.createContext({ shopper: guest })
    const { cart } = await createCart(shopperContext, {})
    const { positions } = await addPosition(shopperContext, cart, { configuration: token })
    const copied = await copyPosition(shopperContext, cart, positions[0]!.id)
    expect(copied.positions).to.have.length(2)
    const rows = await app.context.database.query<{ entity_id: number }>('SELECT entity_id FROM svc_files WHERE name = ?', [id!])
    expect(rows).to.have.length(2)
    await app.records.remove('configuration', rows[0]!.entity_id)
    expect(await files.get(id!)).not.to.equal(null)
    await app.records.remove('configuration', rows[1]!.entity_id)
    expect(await files.get(id!)).to.equal(null)
  })

  it('answer 503 while all files together fill the storage limit', async () => {
    const sql =
      "INSERT INTO svc_files (name, entity, entity_id, property, original_name, media_type, size, created) VALUES ('big', 'configuration', 0, 'x', 'x', 'x', ?, '')"
    await app.context.database.run(sql, [10_240 * 1_048_576 - 1_048_575])
    expect((await send('plan.pdf', '%PDF-1.7')).status).to.equal(503)
    await app.context.database.run("DELETE FROM svc_files WHERE name = 'big'")
    expect((await send('plan.pdf', '%PDF-1.7')).status).to.equal(201)
  })

  it('are deleted with their configuration', async () => {
    const { id } = await send('plan.pdf', '%PDF-1.7')
    expect(await files.get(id!)).not.to.equal(null)
    const [row] = await app.context.database.query<{ id: number }>('SELECT id FROM svc_configuration WHERE token = ?', [token])
    await app.records.remove('configuration', row!.id)
    expect(await files.get(id!)).to.equal(null)
    expect((await client.send('GET', `${base}/${token}`)).status).to.equal(404)
  })
})
