// Copies of a configuration: editable duplicates and read-only shared links.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { SharedReply } from '../../../core/commerce/configuration/define.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { expireConfigurations } from '../../../core/tasks/expire.js'
import { sweepFiles } from '../../../core/tasks/sweep.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createTestClock } from '../../support/clock.js'
import { createMemoryFiles } from '../../support/memory-files.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'
import { contents, held, shopperClient, type ShopperClient, signedUp } from './shopper.js'

const day = 86_400_000

describe('copies of a configuration', () => {
  const clock = createTestClock()
  const files = createMemoryFiles()
  let app: ListeningApp
  let client: JsonClient
  let guest: ShopperClient
  let anna: ShopperClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { clock, files, openConfigurations: 60 })
    client = createJsonClient(app.url)
    guest = shopperClient(client)
    lamp = await authorLamp(app)
    anna = await signedUp(app, client, 'anna@sharing.example')
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const share = (who: ShopperClient, token: string): Promise<SharedReply> => who.call<SharedReply>(token, 'share')
  const expire = (): Promise<void> => run(expireConfigurations)
  const run = (task: typeof expireConfigurations): Promise<void> =>
    task.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
  const stored = async (token: string) =>
    (await app.shop.createContext({}).list('configuration', { column: 'token', values: [token] }))[0]!.values

  it('equal the original and change independently of it, also after it is in a cart or ordered', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    await guest.enter(token, lamp.height, '20')
    await guest.enter(token, lamp.colour, String(lamp.green))
    const original = await guest.read(token)
    const answer = await guest.send('POST', `/configurations/${token}/duplicate`)
    const { data: copy } = answer.body as { readonly data: typeof original }
    expect([answer.status, answer.headers.location]).to.deep.equal([
      201,
      `/svc-api/runtime/v1/configurations/${copy.configuration}`,
    ])
    expect(contents(copy)).to.deep.equal(contents(original))
    expect(copy).to.include({ revision: 1, can_undo: false, read_only: false })
    await guest.enter(copy.configuration, lamp.height, '30')
    expect(await guest.read(token)).to.deep.equal(original)
    const { cart } = await guest.data<CartReply>('POST', '/carts', {})
    await guest.data('POST', `/carts/${cart}/positions`, { configuration: token })
    const duplicate = await guest.call(token, 'duplicate')
    expect((await stored(duplicate.configuration)).state).to.equal('open')
    expect((await guest.data<CartReply>('GET', `/carts/${cart}`)).positions).to.have.length(1)
    await app.context.database.run("UPDATE svc_configuration SET state = 'ordered' WHERE token = ?", [token])
    expect(held(await guest.call(token, 'duplicate'), lamp.height)).to.equal('20')
  })

  it('are created once when the call is repeated with its key', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const send = () => guest.send('POST', `/configurations/${token}/duplicate`, {}, { 'idempotency-key': 'copy' })
    const [first, second] = [await send(), await send()]
    expect(second.body).to.deep.equal(first.body)
    expect(second.headers['idempotent-replayed']).to.equal('true')
  })

  it('that are shared show the state at the time of sharing to everyone with the link, and reject every change', async () => {
    const { configuration: token } = await anna.start(lamp.product)
    await anna.enter(token, lamp.height, '20')
    const { shared, url } = await share(anna, token)
    expect(url).to.equal(`${app.url}/product/${lamp.product}?configuration=${shared}`)
    const german = await anna.call<SharedReply>(token, 'share?language=de-DE')
    expect(german.url).to.equal(`${app.url}/de/product/${lamp.product}?configuration=${german.shared}`)
    expect(shared)
      .to.match(/^[\w-]{32}$/)
      .and.not.equal(token)
    await anna.enter(token, lamp.height, '30')
    const bert = await signedUp(app, client, 'bert@sharing.example')
    for (const shopper of [guest, anna, bert]) {
      const reply = await shopper.read(shared)
      expect(reply).to.include({ configuration: shared, read_only: true, can_undo: false, can_redo: false })
      expect(held(reply, lamp.height)).to.equal('20')
      const entry = { selections: [{ question_id: lamp.height, value: '99' }] }
      const path = `/configurations/${shared}`
      expect(await shopper.refusal('PATCH', path, entry)).to.equal('READ_ONLY')
      for (const verb of ['undo', 'redo']) expect(await shopper.refusal('POST', `${path}/${verb}`)).to.equal('READ_ONLY')
      const { cart } = await shopper.data<CartReply>('POST', '/carts', {})
      expect(await shopper.refusal('POST', `/carts/${cart}/positions`, { configuration: shared })).to.equal('READ_ONLY')
      expect(await shopper.refusal('GET', `/products/${lamp.product}?configuration=${shared}`)).to.equal(null)
      expect(await shopper.refusal('GET', `${path}/guidance`)).to.equal(null)
    }
    expect(await anna.refusal('POST', `/configurations/${shared}/claim`)).to.equal('NOT_FOUND')
    const refused = await guest.send('PATCH', `/configurations/${shared}`, { selections: [] })
    expect(JSON.stringify(refused.body)).to.contain('Duplicate it to make changes.')
    expect(await guest.refusal('GET', `/configurations/${token}`)).to.equal('NOT_FOUND')
    expect((await stored(shared)).customer_id).to.equal(null)
  })

  it('of a shared configuration belong to the account that duplicates it', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const { shared } = await share(guest, token)
    const own = await anna.call(shared, 'duplicate')
    expect(own.read_only).to.equal(false)
    await anna.enter(own.configuration, lamp.height, '40')
    expect(await guest.refusal('GET', `/configurations/${own.configuration}`)).to.equal('NOT_FOUND')
    expect(held(await guest.read(shared), lamp.height)).to.equal(null)
  })

  it("that are shared show no prices of the sharer's customer group", async () => {
    const author = createCatalogAuthor(app)
    const group = await author.write('customer-group', { title_en_GB: 'Dealers', title_de_DE: 'Händler' })
    await app.records.write('product', { baseprice_overrides: [{ customer_group_id: group, price: 1 }] }, { id: lamp.product })
    const { configuration: token } = await guest.start(lamp.product)
    await app.context.database.run('UPDATE svc_configuration SET customer_group_id = ? WHERE token = ?', [group, token])
    expect((await guest.read(token)).price!.net).to.equal(1)
    const { shared } = await share(guest, token)
    expect((await guest.read(shared)).price!.net).to.equal(100)
    await app.records.write('product', { baseprice_overrides: [] }, { id: lamp.product })
  })

  it('share uploaded files, which remain until no copy uses them', async () => {
    const author = createCatalogAuthor(app)
    const product = await author.product('Sign')
    const drawing = await author.question(await author.page(product, 'Page'), 'Drawing', 'Upload', { upload_extensions: 'pdf' })
    const { configuration: token } = await guest.start(product)
    const query = new URLSearchParams({ question_id: String(drawing), name: 'plan.pdf' })
    const headers = { 'content-type': 'application/octet-stream' }
    const upload = await guest.send('POST', `/configurations/${token}/uploads?${query}`, '%PDF-1.7 a drawing', headers)
    const { id } = (upload.body as { readonly data: { readonly id: string } }).data
    await guest.enter(token, drawing, id)
    const { shared } = await share(guest, token)
    await app.context.database.run("UPDATE svc_configuration SET changed = '2001-01-01T00:00:00.000Z' WHERE token = ?", [token])
    await expire()
    await run(sweepFiles)
    const copy = await guest.call(shared, 'duplicate')
    expect(copy.questions.find((question) => question.id === drawing)).to.include({ selection: id, text: 'plan.pdf' })
    expect(await files.get(id)).not.to.equal(null)
  })

  it('that are shared are created once for the same state, expire after 30 days, and have their own limit', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const first = await share(guest, token)
    expect(await share(guest, token)).to.deep.equal(first)
    expect(await share(guest, first.shared)).to.deep.equal(first)
    await guest.enter(token, lamp.height, '20')
    expect((await share(guest, token)).shared).not.to.equal(first.shared)
    clock.time += 29 * day
    await expire()
    expect(await guest.refusal('GET', `/configurations/${first.shared}`)).to.equal(null)
    clock.time += 2 * day
    expect(await guest.refusal('GET', `/configurations/${first.shared}`)).to.equal('NOT_FOUND')
    await expire()
    expect(await app.shop.createContext({}).list('configuration', { column: 'token', values: [first.shared] })).to.deep.equal([])
    const { configuration: other } = await guest.start(lamp.product)
    for (let height = 10; height < 16; height++) {
      await guest.enter(other, lamp.height, String(height))
      await share(guest, other)
    }
    await guest.enter(other, lamp.height, '50')
    expect(await guest.refusal('POST', `/configurations/${other}/share`)).to.equal('NOT_READY')
    expect((await guest.start(lamp.product)).read_only).to.equal(false)
  })
})
