// Each error code of the catalogue, provoked over HTTP in each shipped language: title, detail and messages are in the language.
import { expect } from 'chai'
import { describeErrorCode, type ErrorCode, errorCodes, ServiceError } from '../../../core/foundation/errors.js'
import { createMessage } from '../../../core/foundation/message.js'
import { createMessageCatalogs } from '../../../core/foundation/message-catalogs.js'
import { formatMessage, messageText } from '../../../core/foundation/message-format.js'
import { settings } from '../../../core/model/entities/store/settings.js'
import { admin } from '../../../plugins/admin/index.js'
import { computeTotpCode } from '../../../core/storage/admin/admin-sessions.js'
import { fullGrant, type Scope } from '../../../core/foundation/access.js'
import { acceptLink, createInvitation } from '../../../core/storage/admin/accounts.js'
import { mcp } from '../../../plugins/mcp/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { configureLamp, createFilledCart } from '../../support/filled-cart.js'
import { listEnglishMessages, listReplyCodes, toReplyTitle } from '../../support/german-reply.js'
import { createJsonClient, type JsonReply } from '../../support/json-client.js'
import { checkoutPlugins, completeCheckout, openSellingShop, type SellingShop } from '../../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

const languages = { German: 'de-DE', Hebrew: 'he-IL' } as const

interface Scene {
  readonly app: ListeningApp
  readonly language: string
  readonly shop: SellingShop
  /** A token with every scope, and one that can only read the catalog. */
  readonly tokens: Readonly<Record<'author' | 'reader', string>>
  /** Sends a request that prefers the language. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
}

type Provoke = (scene: Scene) => Promise<JsonReply>

const entityApi = '/svc-api/v1'
const shopApi = '/svc-api/runtime/v1'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const salutation = { title_en_GB: 'Dr', title_de_DE: 'Dr.' }
/** The titles in the active languages. */
const titles = ({ language }: Scene) => ({ ...salutation, [`title_${language.replace('-', '_')}`]: 'Dr.' })

/** Fails the next statement that starts with the text, while the request runs. */
async function failStatement({ app }: Scene, start: string, error: Error, run: () => Promise<JsonReply>): Promise<JsonReply> {
  const stop = app.context.database.observe((sql) => {
    if (!sql.startsWith(start)) return
    stop()
    throw error
  })
  return run().finally(stop)
}

const bytesOfSecret = (secret: string): Buffer => {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

interface StaffSession {
  /** Signs in again with the password only. */
  signIn(): Promise<JsonReply>
  send(method: string, path: string, body?: unknown): Promise<JsonReply>
}

/** Creates an account with German as its language, and signs it in. */
async function openStaffSession({ app, send }: Scene, email: string): Promise<StaffSession> {
  const [password, origin] = ['correct horse battery', app.url]
  const scopes = ['catalog:write', 'code:write'] as const
  const { secret } = await createInvitation(app.context, fullGrant, { email, name: 'Person', scopes })
  await acceptLink(app.context, { secret, password })
  const signIn = (): Promise<JsonReply> => send('POST', '/svc-admin/api/session', { email, password }, { origin })
  const { body, headers } = await signIn()
  const cookie = (headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ')
  const session = { cookie, origin, 'x-svc-csrf': (body as { readonly csrf: string }).csrf }
  const request: StaffSession['send'] = (method, path, content) => send(method, `/svc-admin/api/${path}`, content, session)
  await request('PATCH', 'account', { language: 'de' })
  return { signIn, send: request }
}

const openLampCheckout = async ({ app, shop }: Scene): Promise<string> => {
  const { cart } = await createFilledCart(app, shop.lamp)
  const { checkout } = await completeCheckout(app, shop, cart, {})
  return checkout
}

const listSalutations = ({ send, tokens }: Scene): Promise<JsonReply> =>
  send('GET', `${entityApi}/salutation`, undefined, bearer(tokens.author))

/** One request for each code. A request that the server has not received has no language, so REQUEST_TIMEOUT is checked below. */
const provocations: Readonly<Record<Exclude<ErrorCode, 'REQUEST_TIMEOUT'>, Provoke>> = {
  AUTHENTICATION_REQUIRED: ({ send }) => send('GET', `${entityApi}/product`),
  AUTHENTICATION_FAILED: ({ send }) => send('GET', `${entityApi}/product`, undefined, bearer('svc_1_nonsense')),
  async TOTP_REQUIRED(scene) {
    const staff = await openStaffSession(scene, 'ada@shop.example')
    const { secret } = (await staff.send('POST', 'account/totp')).body as { readonly secret: string }
    const code = computeTotpCode(bytesOfSecret(secret), Math.floor(scene.app.context.clock.now() / 30_000))
    await staff.send('PATCH', 'account/totp', { code })
    return staff.signIn()
  },
  INSUFFICIENT_SCOPE: ({ send, tokens }) => send('POST', `${entityApi}/salutation`, {}, bearer(tokens.reader)),
  ORIGIN_NOT_ALLOWED: ({ send }) => send('POST', `${shopApi}/carts`, {}, { origin: 'https://elsewhere.example' }),
  NOT_FOUND: ({ send, tokens }) => send('GET', `${entityApi}/product/987`, undefined, bearer(tokens.author)),
  METHOD_NOT_ALLOWED: ({ send }) => send('DELETE', `${shopApi}/products`),
  VALIDATION_FAILED: ({ send, tokens }) => send('POST', `${entityApi}/salutation`, { titel: 'Dr' }, bearer(tokens.author)),
  async PRECONDITION_FAILED(scene) {
    const headers = bearer(scene.tokens.author)
    const { headers: created } = await scene.send('POST', `${entityApi}/salutation`, titles(scene), headers)
    return scene.send('PATCH', created.location!, { title_en_GB: 'Prof' }, { ...headers, 'if-match': '"outdated"' })
  },
  STALE_REVISION: async ({ app, shop, send }) =>
    send('POST', `${shopApi}/configurations/${await configureLamp(app, shop.lamp)}/undo`, { revision: 99 }),
  TOTAL_CHANGED: async (scene) => scene.send('POST', `${shopApi}/checkouts/${await openLampCheckout(scene)}/place`, { total: 1 }),
  async IDEMPOTENCY_IN_PROGRESS(scene) {
    const headers = { ...bearer(scene.tokens.author), 'idempotency-key': 'key' }
    const repeat = () => scene.send('POST', `${entityApi}/salutation`, titles(scene), headers)
    await repeat()
    await scene.app.context.database.run("UPDATE svc_idempotency SET state = 'running:another', body = ''")
    return repeat()
  },
  PAYLOAD_TOO_LARGE: ({ send }) => send('POST', `${shopApi}/carts`, { note: 'x'.repeat(1_100_000) }),
  UNSUPPORTED_MEDIA_TYPE: ({ send, tokens }) =>
    send('POST', '/svc-api/mcp', 'x', { ...bearer(tokens.author), 'content-type': 'text/plain' }),
  async TOO_MANY_REQUESTS({ send }) {
    const signIn = () => send('POST', `${shopApi}/sessions`, { email: 'nobody@shop.example', password: 'wrong password' })
    for (let attempts = 0; attempts < 20; attempts++) {
      const reply = await signIn()
      if (reply.status === 429) return reply
    }
    return signIn()
  },
  NOT_READY(scene) {
    const error = new ServiceError('NOT_READY', createMessage('errors.databaseUnreachable'))
    return failStatement(scene, 'SELECT', error, () => listSalutations(scene))
  },
  async TRANSFER_FAILED(scene) {
    const staff = await openStaffSession(scene, 'grace@shop.example')
    const { body } = await staff.send('POST', 'actions/export-product', { product_ids: [scene.shop.lamp.product] })
    const { path } = body as { readonly path: string }
    return failStatement(scene, 'INSERT INTO `svc_page`', new Error('The disk is gone.'), () =>
      staff.send('POST', 'actions/import-product-package', { path, mode: 'copy', acknowledge_warnings: true }),
    )
  },
  INTERNAL_ERROR: (scene) => failStatement(scene, 'SELECT', new Error('The disk is gone.'), () => listSalutations(scene)),
}

for (const [name, language] of Object.entries(languages)) {
  describe(`the error codes in ${name}`, function () {
    this.timeout(60_000)
    let scene: Scene
    let close: () => Promise<void>

    before(async () => {
      const mounts = [rest(), admin(), mcp(), runtime({ signIns: 5 })]
      const app = await listenTestApp(mounts, { plugins: checkoutPlugins })
      const client = createJsonClient(app.url)
      const shop = await openSellingShop(app)
      await app.records.write(settings.name, { active_languages: [...new Set(['en-GB', 'de-DE', language])] }, { id: 1 })
      const mint = async (...scopes: readonly Scope[]): Promise<string> =>
        (await app.access.tokens.mint({ name: scopes.join(), scopes })).token
      scene = {
        ...{ app, shop, language },
        tokens: { author: await mint('catalog:write', 'store:write', 'code:write'), reader: await mint('catalog:read') },
        send: (method, path, body, headers) => client.send(method, path, body, { 'accept-language': language, ...headers }),
      }
      close = async () => {
        client.close()
        await app.stop()
      }
    })
    after(() => close?.())

    for (const [code, provoke] of Object.entries(provocations)) {
      // Only staff receive these codes, and the admin is in English and German.
      if (['TOTP_REQUIRED', 'TRANSFER_FAILED'].includes(code) && language !== 'de-DE') continue
      it(`${code} has a title, a detail and messages without English`, async () => {
        const reply = await provoke(scene)
        expect(listReplyCodes(reply), JSON.stringify(reply.body)).to.include(code)
        expect(toReplyTitle(reply)).not.to.equal(messageText(describeErrorCode(code as ErrorCode).title))
        expect(listEnglishMessages(reply)).to.deep.equal([])
      })
    }

    it('REQUEST_TIMEOUT has a translated message, for clients that translate by its key', () => {
      const message = createMessage('errors.requestIncomplete')
      const text = formatMessage(message, language, { catalogs: createMessageCatalogs() })
      expect(text).not.to.equal(formatMessage(message, 'en'))
    })
  })
}

describe('the texts of error codes', () => {
  it('exist in each shipped language', () => {
    const catalogs = createMessageCatalogs()
    for (const code of errorCodes) {
      for (const message of Object.values(describeErrorCode(code))) {
        const [english, ...translations] = ['en', 'de', 'he'].map((language) => formatMessage(message, language, { catalogs }))
        expect(english, message.key).to.match(/^[A-Z]/)
        expect(translations, message.key).not.to.include(english)
      }
    }
  })
})
