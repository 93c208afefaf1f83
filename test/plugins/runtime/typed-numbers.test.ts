// Numbers that shoppers type, as the runtime API reads and formats them.
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { type ShopperClient, shopperClient } from './shopper.js'

describe('typed numbers in the runtime API', () => {
  let app: ListeningApp
  let client: JsonClient
  let shopper: ShopperClient
  before(async () => {
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
    shopper = shopperClient(client)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('accepts numbers in the notation of the language or with a point, and the examples in its error messages', async () => {
    const author = createCatalogAuthor(app)
    const product_id = await author.product('Board')
    const page = await author.page(product_id, 'Size')
    const options = { validate: true, input_restriction: 'decimal', set_min_value: 'static', minval: 0.5 }
    const width = await author.question(page, 'Width', 'Textbox', { ...options, set_max_value: 'static', maxval: 2_500.5 })
    const { configuration } = await shopper.start(product_id, { language: 'de-DE' })
    const entered = async (value: string): Promise<string | null | undefined> => {
      const reply = await shopper.enter(configuration, width, value)
      return reply.refused[0]?.message ?? reply.questions.find(({ id }) => id === width)?.selection
    }
    const example = /zum Beispiel ([\d,.]+)\.$/.exec((await entered('breit')) ?? '')?.[1] ?? ''
    expect(example).to.equal('12,5')
    expect(await entered(example)).to.equal('12.5')
    expect([await entered('1.250'), await entered('1.250,5'), await entered('1 250')]).to.deep.equal(['1.25', '1250.5', '1250'])
    expect(await entered('0,1')).to.equal('„Width (de-DE)“ muss mindestens 0,5 sein.')
    expect(await entered('3000')).to.equal('„Width (de-DE)“ darf höchstens 2500,5 sein.')
    expect(await entered('\u200e1.250')).to.equal(
      '„Width (de-DE)“: „1.250“ kann 1250 oder 1,25 bedeuten. Bitte geben Sie eines von beiden ein.',
    )
  })
})
