// The refusals that a shopper receives, for every verb and each error code: in the language of the request, without English.
import { expect } from 'chai'
import type { CartReply } from '../../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import { settings } from '../../../core/model/entities/store/settings.js'
import type { VerbDeclaration } from '../../../core/model/verb/declaration.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { runtimeBase } from '../../../plugins/runtime/verb-route.js'
import { configureLamp, createFilledCart } from '../../support/filled-cart.js'
import { listEnglishMessages, listReplyCodes } from '../../support/german-reply.js'
import { createJsonClient, type JsonClient, type JsonReply } from '../../support/json-client.js'
import { registerAccount } from '../../support/registration.js'
import { createSentQuote, createUnpaidOrder } from '../../support/scripted-provider.js'
import {
  checkoutPlugins,
  completeCheckout,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
  type SellingShop,
} from '../../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { enableAdvisor } from '../advisor/advisor-shopper.js'

interface Scene {
  readonly app: ListeningApp
  readonly shop: SellingShop
  /** The question of the lamp that takes files. */
  readonly drawing: number
  /** The session of an account. */
  readonly session: string
  /** Sends a request in the language. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
}

type Provoke = (scene: Scene) => Promise<JsonReply>

const languages = { German: 'de-DE', Hebrew: 'he-IL' } as const

const unknownToken = 'A'.repeat(43)

const lampSelections = (selections: (scene: Scene) => unknown, further: object = {}): Provoke => {
  return async (scene) => {
    const configuration = await configureLamp(scene.app, scene.shop.lamp)
    return scene.send('PATCH', `configurations/${configuration}`, { selections: selections(scene), ...further })
  }
}

/** Sends a request to a new configuration of the lamp. */
const onConfiguration =
  (method: string, verb: string, body?: (scene: Scene) => object): Provoke =>
  async (scene) =>
    scene.send(method, `configurations/${await configureLamp(scene.app, scene.shop.lamp)}${verb}`, body?.(scene))

/** Sends a request to a new cart with a lamp. */
const onCart =
  (
    method: string,
    verb: (cart: CartReply) => string,
    body?: (cart: CartReply, scene: Scene) => object | Promise<object>,
  ): Provoke =>
  async (scene) => {
    const cart = await createFilledCart(scene.app, scene.shop.lamp)
    return scene.send(method, `carts/${cart.cart}${verb(cart)}`, await body?.(cart, scene))
  }

/** Changes a new checkout. */
const onCheckout =
  (body: (scene: Scene) => object): Provoke =>
  async (scene) => {
    const { cart } = await createFilledCart(scene.app, scene.shop.lamp)
    const { checkout } = (await scene.app.shop.serve('open-checkout', { token: cart }, {})) as CheckoutReply
    return scene.send('PATCH', `checkouts/${checkout}`, body(scene))
  }

/** A configuration that was ordered. */
async function orderConfiguration({ app, shop }: Scene): Promise<string> {
  const checkout = await prepareCheckoutForOrder(app, shop)
  await placeCheckout(app, checkout)
  return checkout.positions[0]!.configuration
}

const startLamp =
  (fields: (scene: Scene) => object): Provoke =>
  (scene) =>
    scene.send('POST', 'configurations', { product_id: scene.shop.lamp.product, ...fields(scene) })

/** Provocations by the code that their reply contains. A code has a number where it is provoked in several ways. */
const provocations: Readonly<Record<string, Provoke>> = {
  NOT_FOUND: ({ send }) => send('GET', `configurations/${unknownToken}`),
  'NOT_FOUND 2': ({ send }) => send('GET', 'nothing/here'),
  'NOT_FOUND 3': ({ send }) => send('GET', 'products/nothing'),
  'NOT_FOUND 4': ({ send }) => send('GET', 'products/987654'),
  METHOD_NOT_ALLOWED: ({ send }) => send('DELETE', 'products'),
  AUTHENTICATION_REQUIRED: ({ send }) => send('GET', 'account'),
  'AUTHENTICATION_REQUIRED 2': ({ send }) => send('DELETE', 'sessions/current'),
  AUTHENTICATION_FAILED: ({ send }) => send('POST', 'sessions', { email: 'nobody@shop.example', password: 'wrong password' }),
  'AUTHENTICATION_FAILED 2': ({ send }) => send('GET', 'account', undefined, { 'x-svc-shopper': unknownToken }),
  ORIGIN_NOT_ALLOWED: ({ send }) => send('POST', 'carts', {}, { origin: 'https://elsewhere.example' }),
  PAYLOAD_TOO_LARGE: ({ send }) => send('POST', 'carts', { note: 'x'.repeat(1_100_000) }),
  VALIDATION_FAILED: ({ send }) => send('POST', 'configurations', '{'),
  'VALIDATION_FAILED 2': ({ send }) => send('POST', 'configurations', '[]'),
  'VALIDATION_FAILED 3': ({ send }) => send('POST', 'carts', 'x', { 'content-type': 'text/plain' }),
  'VALIDATION_FAILED 4': ({ send }) => send('GET', 'products?limit=1&limit=2'),
  UNKNOWN_PARAMETER: ({ send }) => send('GET', 'products?colour=red'),
  UNKNOWN_LANGUAGE: ({ send }) => send('GET', 'products?language=fr-FR'),
  UNKNOWN_CURRENCY: startLamp(() => ({ currency: 'QQQ' })),
  UNKNOWN_COUNTRY: startLamp(() => ({ country: 'XX' })),
  UNKNOWN_STATE: startLamp(() => ({ state: 'Nowhere' })),
  'UNKNOWN_STATE 2': startLamp(() => ({ country: 'BE', state: 'Nowhere' })),
  UNKNOWN_FIELD: startLamp(() => ({ colour: 1 })),
  'UNKNOWN_FIELD 2': lampSelections(({ shop }) => [{ question_id: shop.lamp.height, value: '20', valeu: 1 }]),
  REQUIRED: ({ send }) => send('POST', 'configurations', {}),
  'REQUIRED 2': onConfiguration('PATCH', '', () => ({})),
  'REQUIRED 3': onConfiguration('GET', '/explanation'),
  WRONG_TYPE: ({ send }) => send('POST', 'configurations', { product_id: 'lamp' }),
  'WRONG_TYPE 2': lampSelections(() => 'red'),
  INVALID_VALUE: lampSelections(() => ['red']),
  'INVALID_VALUE 2': onConfiguration('POST', '/suggest', ({ shop }) => ({
    aim: 'closest',
    wishes: [{ question_id: shop.lamp.colour, values: ['nothing'] }],
  })),
  'INVALID_VALUE 3': onConfiguration('POST', '/suggest', ({ shop }) => ({
    aim: 'closest',
    wishes: [{ question_id: shop.lamp.colour, min: 3 }],
  })),
  TOO_LONG: ({ send }) => send('POST', 'carts', { currency: 'x'.repeat(300) }),
  NOT_A_CHOICE: onConfiguration('POST', '/suggest', () => ({ aim: 'largest' })),
  OUT_OF_RANGE: ({ send }) => send('GET', 'products?limit=-1'),
  UNKNOWN: onConfiguration('GET', '/explanation?answer_id=987654'),
  'UNKNOWN 2': onConfiguration('GET', '/explanation?question_id=987654'),
  'UNKNOWN 3': ({ send }) => send('POST', `password-resets/${unknownToken}`, { password: 'correct horse' }),
  NOT_PENDING: ({ send }) => send('POST', `accounts/confirmations/${unknownToken}`, { password: 'correct horse' }),
  NOTHING_TO_UNDO: onConfiguration('POST', '/undo', () => ({})),
  NOTHING_TO_REDO: onConfiguration('POST', '/redo', () => ({})),
  STALE_REVISION: onConfiguration('POST', '/undo', () => ({ revision: 99 })),
  ORDERED: async (scene) =>
    scene.send('PATCH', `configurations/${await orderConfiguration(scene)}`, {
      selections: [{ question_id: scene.shop.lamp.height, value: '30' }],
    }),
  READ_ONLY: async (scene) => {
    const configuration = await configureLamp(scene.app, scene.shop.lamp)
    const shared = (await scene.app.shop.serve('share-configuration', { token: configuration }, {})) as {
      readonly shared: string
    }
    return scene.send('PATCH', `configurations/${shared.shared}`, { country: 'BE' })
  },
  IN_CART: onCart(
    'POST',
    () => '/positions',
    ({ positions }) => ({ configuration: positions[0]!.configuration }),
  ),
  'IN_CART 2': async (scene) => {
    const { positions } = await createFilledCart(scene.app, scene.shop.lamp)
    return scene.send('PATCH', `configurations/${positions[0]!.configuration}`, { country: 'BE' })
  },
  NOT_FINISHED: async (scene) => {
    const { cart } = await createFilledCart(scene.app, scene.shop.lamp)
    const started = await scene.app.shop.serve('start-configuration', { product_id: scene.shop.lamp.product }, {})
    return scene.send(
      'POST',
      `carts/${cart}/positions`,
      started && { configuration: (started as { configuration: string }).configuration },
    )
  },
  'OUT_OF_RANGE 2': onCart(
    'PATCH',
    ({ positions }) => `/positions/${positions[0]!.id}`,
    () => ({ quantity: -1 }),
  ),
  'NOT_FOUND 5': onCart(
    'PATCH',
    () => '/positions/987654',
    () => ({ quantity: 1 }),
  ),
  'NOT_FOUND 6': ({ send, session }) => send('GET', 'addresses/987654', undefined, { 'x-svc-shopper': session }),
  'UNKNOWN_FIELD 3': ({ send, session }) => send('POST', 'addresses', { customer_id: 1 }, { 'x-svc-shopper': session }),
  NAME_REQUIRED: ({ send, shop, session }) =>
    send('POST', 'addresses', { ...createHomeAddress(shop), first_name: '', last_name: '' }, { 'x-svc-shopper': session }),
  'UNKNOWN_FIELD 4': onCheckout(() => ({ billing: { colour: 'red' } })),
  NOT_PLAIN: onCheckout(({ shop }) => ({ billing: { ...createHomeAddress(shop), first_name: 'www.spam.example' } })),
  UNKNOWN_REFERENCE: onCheckout(() => ({ payment_method_id: 987654 })),
  NOT_OFFERED: onCheckout(({ shop }) => ({
    billing: { ...createHomeAddress(shop), country_id: shop.france },
    shipping_method_id: shop.courier,
  })),
  'INVALID_VALUE 6': onCheckout(({ shop }) => ({ billing: createHomeAddress(shop), billing_address_id: 1 })),
  'INVALID_VALUE 7': onCheckout(({ shop }) => ({ delivery: createHomeAddress(shop), same_address: true })),
  MISSING: async (scene) => {
    const { cart } = await createFilledCart(scene.app, scene.shop.lamp)
    const { checkout } = (await scene.app.shop.serve('open-checkout', { token: cart }, {})) as CheckoutReply
    return scene.send('POST', `checkouts/${checkout}/place`, { total: 1 })
  },
  TOTAL_CHANGED: async ({ app, shop, send }) => {
    const { cart } = await createFilledCart(app, shop.lamp)
    const { checkout } = await completeCheckout(app, shop, cart, {})
    return send('POST', `checkouts/${checkout}/place`, { total: 1 })
  },
  EXPIRED: async ({ app, send }) => {
    const token = await createSentQuote(app, { status: 'expired' })
    return send('POST', `quotes/${token}/accept`, { total: 1 })
  },
  NOT_ALLOWED: async ({ app, send }) => {
    const token = await createSentQuote(app, { status: 'declined' })
    return send('POST', `quotes/${token}/accept`, { total: 1 })
  },
  'NOT_ALLOWED 2': async ({ app, shop, send }) => {
    const { token } = await createUnpaidOrder(app.records, shop.transfer, { status: 'cancelled' })
    return send('POST', `orders/${token}/payments`, {})
  },
  'NOT_FOUND 7': async ({ app, shop, send }) => {
    const { token } = await createUnpaidOrder(app.records, shop.transfer)
    return send('GET', `orders/${token}/files/nothing`)
  },
  PAID: async ({ app, shop, send }) => {
    const { token } = await createUnpaidOrder(app.records, shop.transfer, { status: 'paid' })
    return send('POST', `orders/${token}/payments`, {})
  },
  'INVALID_VALUE 8': async ({ app, shop, drawing, send }) => {
    const token = await configureLamp(app, shop.lamp)
    return send('POST', `configurations/${token}/uploads?question_id=${drawing}&name=plan.pdf`, '', {
      'content-type': 'application/octet-stream',
    })
  },
  'VALIDATION_FAILED 5': ({ send, session }) =>
    send('POST', 'carts', {}, { 'idempotency-key': 'x'.repeat(300), 'x-svc-shopper': session }),
  'REQUIRED 4': ({ send }) => send('POST', 'conversations', { consent: false }),
  'NOT_FOUND 8': ({ send }) => send('POST', `conversations/${unknownToken}/messages`, { text: 'Hello' }),
  'TOO_LONG 2': async ({ app, send }) => {
    const { conversation } = (await app.shop.serve('start-conversation', { consent: true }, {})) as {
      readonly conversation: string
    }
    return send('POST', `conversations/${conversation}/messages`, { text: 'x'.repeat(3_000) })
  },
}

/** The path with the language as parameter, unless it names one. */
const addLanguage = (path: string, language: string): string =>
  path.includes('language=') ? path : `${path}${path.includes('?') ? '&' : '?'}language=${language}`

/** The verb's address with a token, id or key that does not exist. */
const fillPath = ({ path }: VerbDeclaration): string =>
  path.replace(/:(\w+)/g, (_match, name: string) => (name === 'token' ? unknownToken : '987654'))

for (const [name, language] of Object.entries(languages)) {
  describe(`the refusals of the runtime API in ${name}`, function () {
    this.timeout(120_000)
    let app: ListeningApp
    let client: JsonClient
    let scene: Scene
    const codes = new Set<string>()

    before(async () => {
      app = await listenTestApp(
        [runtime({ starts: 10_000, changes: 10_000, signIns: 10_000, orders: 10_000, conversations: 10_000 })],
        {
          plugins: checkoutPlugins,
        },
      )
      client = createJsonClient(app.url)
      const shop = await openSellingShop(app)
      const drawing = await createCatalogAuthor(app).question(shop.lamp.pages.more, 'Drawing', 'Upload')
      await enableAdvisor(app)
      const { session } = await registerAccount(app, { email: 'grace@shop.example', password: 'correct horse' })
      await app.records.write(settings.name, { active_languages: ['en-GB', 'de-DE', 'he-IL'] }, { id: 1 })
      scene = {
        ...{ app, shop, drawing, session },
        send: (method, path, body, headers) =>
          client.send(method, `${runtimeBase}/${addLanguage(path, language)}`, body, { 'accept-language': language, ...headers }),
      }
    })
    after(async () => {
      client?.close()
      await app?.stop()
    })

    const expectTranslated = (reply: JsonReply, call: string): void => {
      expect(reply.status, `${call}: ${JSON.stringify(reply.body)}`).to.be.within(400, 599)
      for (const code of listReplyCodes(reply)) codes.add(code)
      expect(listEnglishMessages(reply), call).to.deep.equal([])
    }

    for (const [title, provoke] of Object.entries(provocations)) {
      it(`contain no English for ${title}`, async () => {
        const reply = await provoke(scene)
        expectTranslated(reply, title)
        const [code] = title.split(' ')
        expect(listReplyCodes(reply), JSON.stringify(reply.body)).to.include(code)
      })
    }

    it('contain no English for any verb with an unknown parameter, wrong types and unknown ids', async () => {
      for (const verb of app.context.registry.verbs.values()) {
        const { method } = verb
        const path = fillPath(verb)
        const isChange = method === 'POST' || method === 'PATCH'
        const wrongBody = Object.fromEntries(Object.keys(verb.input).map((argument) => [argument, { wrong: true }]))
        const calls: readonly (readonly [string, unknown])[] = [
          [`${path}?colour=red`, isChange ? {} : undefined],
          ...(isChange
            ? ([
                [path, { colour: 'red' }],
                [path, wrongBody],
                [path, '{'],
              ] as const)
            : []),
        ]
        for (const session of [undefined, scene.session]) {
          for (const [address, body] of calls) {
            const reply = await scene.send(method, address, body, session === undefined ? {} : { 'x-svc-shopper': session })
            expectTranslated(reply, `${verb.name} ${address} ${JSON.stringify(body)}`)
          }
        }
      }
    })

    it('carry the values of their messages as params', async () => {
      const { body } = await scene.send('POST', 'configurations', { product_id: scene.shop.lamp.product, currency: 'QQQ' })
      const { errors, validationIssues } = body as Record<string, readonly { readonly params?: unknown }[]>
      const params = { currency: 'QQQ', currencies: "'EUR', 'USD'" }
      for (const list of [errors!, validationIssues!])
        expect(Object.keys(list[0]!.params as object)).to.deep.equal(Object.keys(params))
    })
  })
}

describe('the language of a refusal', () => {
  let app: ListeningApp
  let client: JsonClient
  before(async () => {
    app = await listenTestApp([runtime()])
    client = createJsonClient(app.url)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const readDetail = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    ((await client.send('GET', path, undefined, headers)).body as { readonly detail: string }).detail

  const english = 'There is no configuration with this token, or it has expired. Start a new one with POST configurations.'
  const german = /^Diese Konfiguration gibt es nicht/
  const hebrew = /^התצורה/
  const address = `${runtimeBase}/configurations/${unknownToken}`

  it('is that of the query, then of the URL prefix, then the first that the client accepts', async () => {
    const accepting = { 'accept-language': 'fr, he-IL;q=0.8, de;q=0.9' }
    expect(await readDetail(`/de${address}?language=en-GB`, accepting)).to.equal(english)
    expect(await readDetail(`/de${address}`, { 'accept-language': 'he' })).to.match(german)
    expect(await readDetail(address, accepting)).to.match(german)
    expect(await readDetail(address, { 'accept-language': 'he' })).to.match(hebrew)
  })

  it('is that of the shop if the request names and accepts none', async () => {
    expect(await readDetail(address)).to.equal(english)
    expect(await readDetail(address, { 'accept-language': '*' })).to.equal(english)
    expect(await readDetail(address, { 'accept-language': 'de;q=0, x;;,!!' })).to.equal(english)
    await app.records.write('settings', { language_tag: 'de-DE' }, { id: 1 })
    expect(await readDetail(address)).to.match(german)
    await app.records.write('settings', { language_tag: 'en-GB' }, { id: 1 })
  })

  it('is English for a language without messages, and for a tag that is none', async () => {
    for (const tag of ['fr-FR', 'de-12', '-', '%2F']) expect(await readDetail(`${address}?language=${tag}`)).to.equal(english)
  })
})
