// Undo and redo of configuration changes, also after the catalog has changed.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { authorLamp, type Lamp } from './lamp.js'
import { contents, held, shopperClient, type ShopperClient, signedUp } from './shopper.js'

describe('the history of a configuration', () => {
  let app: ListeningApp
  let client: JsonClient
  let guest: ShopperClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
    guest = shopperClient(client)
    lamp = await authorLamp(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const steps = ({ can_undo, can_redo }: ConfigurationReply): readonly boolean[] => [can_undo, can_redo]
  const stored = async (token: string) =>
    (await app.shop.createContext({}).list('configuration', { column: 'token', values: [token] }))[0]!.values

  it('undoes changes one by one with their automatic changes, and redoes them', async () => {
    const started = await guest.start(lamp.product)
    const token = started.configuration
    expect(steps(started)).to.deep.equal([false, false])
    const states = [await guest.read(token)]
    const entries = [
      [lamp.height, '50'],
      [lamp.base, String(lamp.gold)],
      // Enters the default of the shade question and replaces gold.
      [lamp.colour, String(lamp.green)],
      [lamp.height, null],
    ] as const
    for (const [question, value] of entries) {
      const changed = await guest.enter(token, question, value)
      expect(steps(changed)).to.deep.equal([true, false])
      states.push(await guest.read(token))
    }
    expect([held(states[3]!, lamp.shade), held(states[3]!, lamp.base)]).to.deep.equal([String(lamp.pleated), String(lamp.steel)])
    for (const state of states.slice(0, -1).toReversed()) {
      const undone = await guest.call(token, 'undo')
      expect(contents(undone)).to.deep.equal(contents(state))
      expect([undone.automatic, undone.refused]).to.deep.equal([[], []])
      expect(await guest.read(token)).to.deep.equal(undone)
    }
    expect(steps(await guest.read(token))).to.deep.equal([false, true])
    for (const state of states.slice(1)) expect(contents(await guest.call(token, 'redo'))).to.deep.equal(contents(state))
    expect(steps(await guest.read(token))).to.deep.equal([true, false])
  })

  it('counts a PATCH with several selections as one step, and a PATCH without a changed selection as none', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const selections = [
      { question_id: lamp.height, value: '20' },
      { question_id: lamp.colour, value: String(lamp.green) },
      { question_id: lamp.height, value: 'x' },
    ]
    await guest.data('PATCH', `/configurations/${token}`, { selections })
    expect(steps(await guest.enter(token, lamp.height, '20'))).to.deep.equal([true, false])
    await guest.data('PATCH', `/configurations/${token}`, { country: 'DE' })
    const undone = await guest.call(token, 'undo')
    expect([held(undone, lamp.height), held(undone, lamp.colour), undone.country]).to.deep.equal([null, String(lamp.red), 'DE'])
    expect(steps(undone)).to.deep.equal([false, true])
  })

  it('clears the redo steps on the next change, and rejects undo and redo without a step in the language of the request', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const path = (verb: string): string => `/configurations/${token}/${verb}`
    expect(await guest.refusal('POST', path('undo'))).to.equal('NOTHING_TO_UNDO')
    await guest.enter(token, lamp.height, '20')
    await guest.call(token, 'undo')
    await guest.enter(token, lamp.height, '30')
    expect(await guest.refusal('POST', path('redo'))).to.equal('NOTHING_TO_REDO')
    const german = await guest.send('POST', `${path('redo')}?language=de-DE`)
    expect(german.status).to.equal(422)
    expect(JSON.stringify(german.body)).to.contain('Es gibt nichts zu wiederholen.')
  })

  it('rejects a step for an outdated revision, and runs a repeated call once', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    const first = await guest.enter(token, lamp.height, '20')
    const second = await guest.enter(token, lamp.height, '30')
    const stale = await guest.send('POST', `/configurations/${token}/undo`, { revision: first.revision })
    expect(stale.status).to.equal(409)
    expect((stale.body as { readonly data: ConfigurationReply }).data).to.include({ revision: second.revision })
    const headers = { 'idempotency-key': 'back' }
    const pending = [1, 2].map(() => guest.send('POST', `/configurations/${token}/undo`, {}, headers))
    const answers = await Promise.all(pending)
    expect(answers.some(({ status }) => status === 200)).to.equal(true)
    const again = await guest.send('POST', `/configurations/${token}/undo`, {}, headers)
    expect(again.headers['idempotent-replayed']).to.equal('true')
    expect(held(await guest.read(token), lamp.height)).to.equal('20')
  })

  it('skips answers that are no longer published, and reports them', async () => {
    const author = createCatalogAuthor(app)
    const product = await author.product('Flag', { baseprice: 10 })
    const page = await author.page(product, 'Page')
    const cloth = await author.question(page, 'Cloth', 'Radiobuttons')
    const [silk, wool] = [await author.answer(cloth, 'Silk', { price: 9 }), await author.answer(cloth, 'Wool')]
    const size = await author.question(page, 'Size', 'Textbox')
    const { configuration: token } = await guest.start(product)
    await guest.enter(token, cloth, String(silk))
    await guest.data('PATCH', `/configurations/${token}`, {
      selections: [
        { question_id: cloth, value: String(wool) },
        { question_id: size, value: 'large' },
      ],
    })
    await app.records.write('answer', { published: false }, { id: silk })
    const undone = await guest.call(token, 'undo')
    expect(undone.automatic).to.deep.equal([{ question_id: cloth, from: String(silk), to: null, reason: 'catalog_changed' }])
    expect([held(undone, cloth), held(undone, size)]).to.deep.equal([null, null])
    // Redo restores the values of the second change.
    const redone = await guest.call(token, 'redo')
    expect([held(redone, cloth), held(redone, size)]).to.deep.equal([String(wool), 'large'])
  })

  it('rejects a deleted file and undoes the rest of the change', async () => {
    const author = createCatalogAuthor(app)
    const product = await author.product('Sign')
    const page = await author.page(product, 'Page')
    const drawing = await author.question(page, 'Drawing', 'Upload', { upload_extensions: 'pdf' })
    const remark = await author.question(page, 'Remark', 'Textbox')
    const { configuration: token } = await guest.start(product)
    const query = new URLSearchParams({ question_id: String(drawing), name: 'plan.pdf' })
    const headers = { 'content-type': 'application/octet-stream' }
    const upload = await guest.send('POST', `/configurations/${token}/uploads?${query}`, '%PDF-1.7 a drawing', headers)
    const { id } = (upload.body as { readonly data: { readonly id: string } }).data
    await guest.enter(token, drawing, id)
    await guest.data('PATCH', `/configurations/${token}`, {
      selections: [
        { question_id: drawing, value: null },
        { question_id: remark, value: 'none' },
      ],
    })
    expect((await guest.call(token, 'undo')).questions.find((question) => question.id === drawing)).to.include({
      text: 'plan.pdf',
    })
    await guest.call(token, 'redo')
    await app.context.database.run('DELETE FROM svc_files WHERE name = ?', [id])
    const undone = await guest.call(token, 'undo')
    expect(undone.refused).to.deep.equal([
      { index: 0, code: 'INVALID_VALUE', message: "'Drawing' must be the id of an uploaded file." },
    ])
    expect([held(undone, drawing), held(undone, remark)]).to.deep.equal([null, null])
  })

  it('stores the last 50 steps, and fewer when they exceed the size limit', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    for (let height = 10; height < 70; height++) await guest.enter(token, lamp.height, String(height))
    let undone = 0
    for (let state = await guest.read(token); state.can_undo; undone++) state = await guest.call(token, 'undo')
    expect([undone, held(await guest.read(token), lamp.height)]).to.deep.equal([50, '19'])
    const text = (letter: string): string => letter.repeat(2_000)
    for (let letter = 0; letter < 40; letter++) {
      await guest.enter(token, lamp.engraving, text(String.fromCharCode(97 + (letter % 26))))
    }
    const { history } = await stored(token)
    expect(String(history).length).to.be.within(12_000, 20_000)
  }).timeout(20_000)

  it('creates no price notice in the cart for an undo', async () => {
    const { configuration: token } = await guest.start(lamp.product)
    await guest.enter(token, lamp.height, '20')
    const { cart } = await guest.data<CartReply>('POST', '/carts', {})
    await guest.data('POST', `/carts/${cart}/positions`, { configuration: token })
    await guest.enter(token, lamp.dimmer, String(lamp.dimmed))
    const undone = await guest.call(token, 'undo')
    const { positions, totals } = await guest.data<CartReply>('GET', `/carts/${cart}`)
    expect(positions[0]!.notices).to.deep.equal([])
    expect(totals!.gross).to.equal(undone.price!.gross)
  })

  it('is accessible to the owner only and ends when the configuration is ordered', async () => {
    const anna = await signedUp(app, client, 'anna@history.example')
    const { configuration: token } = await anna.start(lamp.product)
    await anna.enter(token, lamp.height, '20')
    for (const verb of ['undo', 'redo', 'duplicate', 'share'])
      expect(await guest.refusal('POST', `/configurations/${token}/${verb}`), verb).to.equal('NOT_FOUND')
    expect(held(await anna.read(token), lamp.height)).to.equal('20')
    const { id } = await stored(token)
    await app.context.database.run("UPDATE svc_configuration SET state = 'ordered' WHERE id = ?", [id])
    expect(await anna.refusal('POST', `/configurations/${token}/undo`)).to.equal('ORDERED')
    expect(await anna.read(token)).to.include({ read_only: true, can_undo: false, can_redo: false })
  })
})
