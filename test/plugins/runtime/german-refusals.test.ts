// Refusals of the runtime API in German: every message with a key is written in the language of the request.
import { expect } from 'chai'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { listEnglishMessages, listReplyCodes } from '../../support/german-reply.js'
import { createJsonClient, type JsonClient, type JsonReply } from '../../support/json-client.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { authorLamp, type Lamp } from './lamp.js'
import { type ShopperClient, shopperClient } from './shopper.js'

const base = '/svc-api/runtime/v1'

interface Shop {
  readonly client: JsonClient
  readonly shopper: ShopperClient
  readonly lamp: Lamp
}

const german = (path: string): string => `${base}/${path}${path.includes('?') ? '&' : '?'}language=de-DE`

const changeSelections =
  (selections: unknown) =>
  async ({ client, shopper, lamp }: Shop): Promise<JsonReply> => {
    const { configuration } = await shopper.start(lamp.product)
    return client.send('PATCH', german(`configurations/${configuration}`), { selections })
  }

/** Provocations. Each lists a code that its reply contains. */
const provocations: readonly (readonly [title: string, code: string, provoke: (shop: Shop) => Promise<JsonReply>])[] = [
  [
    'an unknown field',
    'UNKNOWN_FIELD',
    ({ client, lamp }) => client.send('POST', german('configurations'), { product_id: lamp.product, colour: 1 }),
  ],
  ['a missing field', 'REQUIRED', ({ client }) => client.send('POST', german('configurations'), {})],
  ['a text as id', 'WRONG_TYPE', ({ client }) => client.send('POST', german('configurations'), { product_id: 'lamp' })],
  ['an unknown parameter', 'UNKNOWN_PARAMETER', ({ client }) => client.send('GET', german('products?colour=red'))],
  [
    'a field of the address',
    'UNKNOWN_FIELD',
    ({ client }) => client.send('PATCH', german('configurations/x'), { configuration: 'y' }),
  ],
  ['selections that are no list', 'WRONG_TYPE', changeSelections('red')],
  ['a selection that is no object', 'INVALID_VALUE', changeSelections(['red'])],
  ['a selection without a question', 'WRONG_TYPE', changeSelections([{ value: 'red' }])],
  ['a selection without a value', 'INVALID_VALUE', changeSelections([{ question_id: 1 }])],
  ['a selection with an unknown member', 'UNKNOWN_FIELD', changeSelections([{ question_id: 1, value: 'red', colour: 2 }])],
]

describe('the refusals of the runtime API for a German shopper', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let shop: Shop
  before(async () => {
    app = await listenTestApp([rest(), runtime()])
    const client = createJsonClient(app.url)
    shop = { client, shopper: shopperClient(client), lamp: await authorLamp(app) }
  })
  after(async () => {
    shop?.client.close()
    await app?.stop()
  })

  for (const [title, code, provoke] of provocations) {
    it(`are German for ${title}, with the code ${code}`, async () => {
      const reply = await provoke(shop)
      expect(listReplyCodes(reply), JSON.stringify(reply.body)).to.include(code)
      expect(listEnglishMessages(reply)).to.deep.equal([])
    })
  }
})
