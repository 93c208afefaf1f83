// Saved configurations of an account: list, names, limits, and no expiry.
import { expect } from 'chai'
import type { SavedConfigurationReply } from '../../../core/commerce/configuration/saved-configurations.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { expireConfigurations } from '../../../core/tasks/expire.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { readFirstId } from '../../support/small-shop.js'
import { authorLamp, type Lamp } from './lamp.js'
import { held, shopperClient, type ShopperClient, signedUp } from './shopper.js'

const day = 86_400_000

describe('saved configurations of an account', () => {
  const clock = createTestClock()
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let guest: ShopperClient
  let anna: ShopperClient
  let bert: ShopperClient

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { clock })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    guest = shopperClient(client)
    anna = await signedUp(app, client, 'anna@saved.example')
    bert = await signedUp(app, client, 'bert@saved.example')
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const list = async (who: ShopperClient): Promise<readonly SavedConfigurationReply[]> =>
    (await who.data<{ configurations: readonly SavedConfigurationReply[] }>('GET', '/configurations')).configurations
  const expire = (): Promise<void> =>
    expireConfigurations.run({
      context: app.context,
      records: new PipelineRecords(app.context),
      signal: new AbortController().signal,
    })

  it('are listed by name with the newest first, stay editable, and outlive unsaved configurations', async () => {
    const { configuration: first } = await anna.start(lamp.product)
    const { revision } = await anna.enter(first, lamp.height, '20')
    const saved = await anna.call<SavedConfigurationReply>(first, 'save', { name: 'For the hall' })
    const expected = { configuration: first, product_id: lamp.product, title: 'Lamp', name: 'For the hall', read_only: false }
    expect(saved).to.deep.include({ ...expected, revision: revision + 1 })
    clock.time += 1_000
    const { configuration: second } = await anna.start(lamp.product)
    await anna.call(second, 'save')
    expect((await list(anna)).map(({ configuration, name }) => [configuration, name])).to.deep.equal([
      [second, 'Lamp'],
      [first, 'For the hall'],
    ])
    const { configuration: forgotten } = await anna.start(lamp.product)
    clock.time += 400 * day
    await expire()
    // The session has expired, the account still exists.
    const again = app.shop.createContext({}).list('configuration', { column: 'token', values: [first, second, forgotten] })
    expect((await again).map(({ values }) => values['token'])).to.deep.equal([first, second])
    clock.time -= 400 * day
    const changed = await anna.enter(first, lamp.height, '30', { revision: saved.revision })
    expect([held(changed, lamp.height), changed.can_undo]).to.deep.equal(['30', true])
    expect((await anna.call<SavedConfigurationReply>(first, 'save', { name: 'Hall' })).name).to.equal('Hall')
    expect((await anna.call<SavedConfigurationReply>(first, 'save')).name).to.equal('Hall')
    expect((await list(anna))[1]!.title).to.equal('Lamp')
  })

  it('are visible to their account only, and guests must sign in to save one', async () => {
    const { configuration: token } = await anna.start(lamp.product)
    await anna.call(token, 'save', { name: 'Mine' })
    expect(await list(bert)).to.deep.equal([])
    expect(await list(guest)).to.deep.equal([])
    const path = `/configurations/${token}/save`
    expect([await bert.refusal('POST', path), await bert.refusal('DELETE', path)]).to.deep.equal(['NOT_FOUND', 'NOT_FOUND'])
    const { configuration: own } = await guest.start(lamp.product)
    expect(await guest.refusal('POST', `/configurations/${own}/save`)).to.equal('AUTHENTICATION_REQUIRED')
    expect(await anna.refusal('POST', `/configurations/${own}/save`)).to.equal('NOT_FOUND')
    const { shared } = await anna.call<{ shared: string }>(token, 'share')
    expect(await anna.refusal('POST', `/configurations/${shared}/save`)).to.equal('READ_ONLY')
    // A copy is not saved.
    const copy = await anna.call(token, 'duplicate')
    expect((await list(anna)).map(({ configuration }) => configuration)).not.to.include(copy.configuration)
  })

  it('can be released, and are limited to 100 for each account', async () => {
    for (const entry of await list(anna)) await anna.send('DELETE', `/configurations/${entry.configuration}/save`)
    expect(await list(anna)).to.deep.equal([])
    const tokens: string[] = []
    for (let count = 0; count < 101; count++) tokens.push((await anna.start(lamp.product)).configuration)
    const [last, ...otherTokens] = tokens
    for (const token of otherTokens) await anna.call(token, 'save')
    expect(await anna.refusal('POST', `/configurations/${last}/save`)).to.equal('NO_ROOM')
    expect(await anna.refusal('POST', `/configurations/${otherTokens[0]}/save`)).to.equal(null)
    expect(await anna.refusal('DELETE', `/configurations/${otherTokens[0]}/save`)).to.equal(null)
    expect(await anna.refusal('POST', `/configurations/${last}/save`)).to.equal(null)
  }).timeout(60_000)

  it('are rejected if the customer group may not save', async () => {
    const { configuration: token } = await bert.start(lamp.product)
    const group = await readFirstId(app.records, 'customer-group')
    await app.records.write('customer-group', { may_save: false }, { id: group })
    expect(await bert.refusal('POST', `/configurations/${token}/save`)).to.equal('MAY_NOT_SAVE')
    await app.records.write('customer-group', { may_save: true }, { id: group })
  })
})
