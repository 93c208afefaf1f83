// Saved carts of an account, moving positions between carts, and notices about catalog changes.
import { expect } from 'chai'
import type { CartReply, CartSummary, PositionMoveReply } from '../../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { maxPositions } from '../../../core/commerce/cart/settle.js'
import { cart as cartEntity } from '../../../core/model/entities/orders/cart.js'
import { cartPosition } from '../../../core/model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../../core/model/entities/orders/configuration.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { registerAccount } from '../../support/registration.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../../support/json-client.js'
import { findCurrencyId } from '../../support/guest-shop.js'
import { readFirstId } from '../../support/small-shop.js'
import { authorLamp, type Lamp } from './lamp.js'

const base = '/svc-api/runtime/v1'

describe('saved carts', () => {
  const clock = createTestClock()
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp
  let accounts = 0

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime({ changes: 10_000 })], { plugins: [stock], clock })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
    await app.records.write('currency', { published: true, multiplicator: 2 }, { id: await findCurrencyId(app, 'USD') })
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  /** A client for a guest or for the shopper of a session. */
  const shopper = (session?: string) => {
    const headers: Record<string, string> = session === undefined ? {} : { 'x-svc-shopper': session }
    const send = (method: string, path: string, body?: unknown): Promise<JsonReply> =>
      client.send(method, base + path, body, headers)
    const data = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      // The most recently changed cart is the current one.
      clock.time += 1_000
      const { status, body: reply } = await send(method, path, body)
      expect(status, `${method} ${path} ${JSON.stringify(reply)}`).to.be.within(200, 299)
      return (reply as { readonly data: T }).data
    }
    const configured = async (): Promise<string> => {
      const selections = [{ question_id: lamp.height, value: '20' }]
      return (await data<ConfigurationReply>('POST', '/configurations', { product_id: lamp.product, selections })).configuration
    }
    const add = async (cart: string, fields: object = {}): Promise<CartReply> =>
      data('POST', `/carts/${cart}/positions`, { configuration: await configured(), ...fields })
    const begin = async (fields: object = {}): Promise<string> => (await data<CartReply>('POST', '/carts', fields)).cart
    const carts = async (): Promise<readonly CartSummary[]> =>
      (await data<{ readonly carts: readonly CartSummary[] }>('GET', '/carts')).carts
    return { send, data, configured, add, begin, carts }
  }
  const account = async (along: object = {}): Promise<ReturnType<typeof shopper>> => {
    const person = { email: `kept-${++accounts}@carts.example`, password: 'correct horse', ...along }
    return shopper((await registerAccount(app, person)).session)
  }
  const codes = ({ status, body }: JsonReply): readonly string[] => {
    expect(status).to.equal(422)
    return (body as { readonly validationIssues: readonly { readonly code: string }[] }).validationIssues.map(({ code }) => code)
  }
  /** Writes positions directly: through the API this would take a minute. */
  const fill = async (cart: string, count: number): Promise<void> => {
    await app.shop.createContext({}).transact(async (work) => {
      const [cartRecord] = await work.list(cartEntity, { column: 'token', values: [cart] })
      const fields = {
        product_id: lamp.product,
        selections: [],
        state: 'in_cart',
        customer_id: cartRecord!.values.customer_id,
      } as const
      for (let i = 0; i < count; i++) {
        const configuration_id = await work.write(configurationEntity, { ...fields, token: `${cart.slice(0, 26)}-${10_000 + i}` })
        await work.write(cartPosition, { cart_id: cartRecord!.id, configuration_id, quantity: 1, ordering: i + 1 })
      }
    })
  }

  it('are listed with the current cart, resumed and deleted by their owner only', async () => {
    const ada = await account()
    const first = await ada.begin({ note: 'Hall' })
    await ada.add(first)
    const second = await ada.begin({ currency: 'USD' })
    expect((await ada.carts()).map(({ cart, currency, note, positions }) => [cart, currency, note, positions])).to.deep.equal([
      [second, 'USD', '', 0],
      [first, 'EUR', 'Hall', 1],
    ])
    expect((await ada.data<CartReply>('POST', `/carts/${first}/resume`)).cart).to.equal(first)
    expect((await ada.data<CartReply>('GET', '/carts/current')).cart).to.equal(first)
    const { positions } = await ada.data<CartReply>('GET', `/carts/${first}`)
    const other = await account()
    for (const stranger of [other, shopper()]) {
      expect((await stranger.send('POST', `/carts/${first}/resume`)).status).to.equal(404)
      expect((await stranger.send('DELETE', `/carts/${first}`)).status).to.equal(404)
      expect((await stranger.send('PATCH', `/carts/${first}`, { note: 'Mine' })).status).to.equal(404)
    }
    expect((await ada.send('DELETE', `/carts/${first}`)).status).to.equal(204)
    expect((await ada.send('GET', `/carts/${first}`)).status).to.equal(404)
    expect((await ada.carts()).map(({ cart }) => cart)).to.deep.equal([second])
    // The configuration of a deleted cart can be added to another cart.
    const back = await ada.data<CartReply>('POST', `/carts/${second}/positions`, {
      configuration: positions[0]!.configuration,
    })
    expect([back.positions.length, back.currency.code]).to.deep.equal([1, 'USD'])
  })

  it('receive moved positions, which are priced in the currency of the target cart', async () => {
    const ada = await account()
    const cart = await ada.begin({ currency: 'USD', country: 'DE' })
    await ada.add(cart)
    const { positions } = await ada.add(cart, { quantity: 3, note: 'Stairs' })
    const path = `/carts/${cart}/positions/${positions[1]!.id}/move`
    const secondMove = await ada.data<PositionMoveReply>('POST', path)
    expect(secondMove.from.positions.map(({ id }) => id)).to.deep.equal([positions[0]!.id])
    expect(secondMove.to.positions.map(({ id, quantity, note }) => [id, quantity, note])).to.deep.equal([
      [positions[1]!.id, 3, 'Stairs'],
    ])
    expect([secondMove.to.currency.code, secondMove.to.country]).to.deep.equal(['USD', 'DE'])
    expect((await ada.data<CartReply>('GET', '/carts/current')).cart).to.equal(cart)
    const euros = await ada.begin({ currency: 'EUR' })
    const thirdMove = await ada.data<PositionMoveReply>(
      'POST',
      `/carts/${secondMove.to.cart}/positions/${positions[1]!.id}/move`,
      {
        to: euros,
      },
    )
    expect(thirdMove.to.positions[0]!.unit!.net).to.equal(100)
    const inside = await ada.data<ConfigurationReply>('GET', `/configurations/${positions[1]!.configuration}`)
    expect([inside.currency.code, inside.country, inside.price!.net]).to.deep.equal(['EUR', null, 100])
    expect(codes(await ada.send('POST', `/carts/${cart}/positions/${positions[0]!.id}/move`, { to: cart }))).to.deep.equal([
      'SAME_CART',
    ])
    const foreign = await (await account()).begin()
    expect((await ada.send('POST', `/carts/${cart}/positions/${positions[0]!.id}/move`, { to: foreign })).status).to.equal(404)
    expect((await ada.send('POST', path, { to: euros })).status, 'the position has moved').to.equal(404)
    const full = await ada.begin()
    await fill(full, maxPositions)
    expect(codes(await ada.send('POST', `/carts/${cart}/positions/${positions[0]!.id}/move`, { to: full }))).to.deep.equal([
      'NO_ROOM',
    ])
    expect((await ada.data<CartReply>('GET', `/carts/${cart}`)).positions).to.have.length(1)
  })

  it('keep the positions that exceed the limit when a guest cart is claimed', async () => {
    const ada = await account()
    const own = await ada.begin({ note: 'Mine' })
    await fill(own, maxPositions - 1)
    const guest = shopper()
    const guestCart = await guest.begin({ country: 'DE', note: 'Brought' })
    for (const note of ['a', 'b', 'c']) await guest.add(guestCart, { note })
    const joined = await ada.data<CartReply>('POST', `/carts/${guestCart}/claim`)
    expect([joined.cart, joined.positions.length, joined.positions.at(-1)!.note]).to.deep.equal([own, maxPositions, 'a'])
    expect(joined).to.include({ note: 'Mine', country: 'DE' })
    expect((await ada.carts()).map(({ cart, positions }) => [cart, positions])).to.deep.equal([
      [own, maxPositions],
      [guestCart, 2],
    ])
    const rest = await ada.data<CartReply>('GET', `/carts/${guestCart}`)
    expect([rest.saved, rest.positions.map(({ note }) => note)]).to.deep.equal([true, ['b', 'c']])
    expect((await guest.send('GET', `/carts/${guestCart}`)).status).to.equal(404)
    expect(codes(await ada.send('POST', `/carts/${own}/positions`, { configuration: await ada.configured() }))).to.deep.equal([
      'NO_ROOM',
    ])
  })

  describe('notices about catalog changes', () => {
    const notices = (cart: CartReply): readonly (readonly [string, string])[] =>
      cart.positions.flatMap((position) => position.notices.map(({ code, message }) => [code, message] as const))
    const guest = (): ReturnType<typeof shopper> => shopper()
    const read = (token: string, prefix = ''): Promise<CartReply> => client.data('GET', `${prefix}${base}/carts/${token}`)
    const product = (fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
      app.records.write('product', fields, { id: lamp.product })

    it('report a changed price until the shopper changes the position', async () => {
      const cart = await guest().begin()
      const { positions } = await guest().add(cart)
      expect(notices(await read(cart))).to.deep.equal([])
      await app.records.write('tax-class', { default_rate: 20 }, { id: await readFirstId(app.records, 'tax-class') })
      expect(notices(await read(cart)), 'a tax change is not a price change').to.deep.equal([])
      await product({ baseprice: 90 })
      expect(notices(await read(cart))).to.deep.equal([['PRICE_CHANGED', 'The unit price has changed from €120.00 to €108.00.']])
      const [[, german]] = notices(await read(cart, '/de')) as [readonly [string, string]]
      expect(german.replaceAll('\u00a0', ' ')).to.equal('Der Stückpreis hat sich von 120,00 € auf 108,00 € geändert.')
      const group = await readFirstId(app.records, 'customer-group')
      await app.records.write('customer-group', { b2b_mode: true }, { id: group })
      expect(notices(await read(cart))[0]![1]).to.equal('The unit price has changed from €100.00 to €90.00.')
      await app.records.write('customer-group', { b2b_mode: false, may_see_prices: false }, { id: group })
      expect(notices(await read(cart))).to.deep.equal([])
      await app.records.write('customer-group', { may_see_prices: true }, { id: group })
      const changed = await guest().data<CartReply>('PATCH', `/carts/${cart}/positions/${positions[0]!.id}`, { quantity: 2 })
      expect(notices(changed)).to.deep.equal([])
      await product({ baseprice: 100 })
      expect(notices(await read(cart))[0]![1]).to.equal('The unit price has changed from €108.00 to €120.00.')
      // Changes by the shopper create no notice.
      const green = { selections: [{ question_id: lamp.colour, value: String(lamp.green) }] }
      await guest().data('PATCH', `/configurations/${positions[0]!.configuration}`, green)
      expect(notices(await read(cart))).to.deep.equal([])
      const copied = await guest().data<CartReply>('POST', `/carts/${cart}/positions/${positions[0]!.id}/copy`)
      expect(notices(copied)).to.deep.equal([])
    })

    it('report a changed recurring price', async () => {
      await product({ use_recurring_pricing: true, baseprice_recurring: 5, recurring_interval_en_GB: 'month' })
      const cart = await guest().begin()
      await guest().add(cart)
      await product({ baseprice_recurring: 6 })
      const noticeList = notices(await read(cart))
      await product({ use_recurring_pricing: false })
      expect(noticeList).to.deep.equal([['PRICE_CHANGED', 'The recurring unit price has changed from €6.00 to €7.20.']])
    })

    it('report a quantity that is no longer allowed, and block the order', async () => {
      const cart = await guest().begin()
      await guest().add(cart, { quantity: 5 })
      await product({ max_quantity: 4, quantity_step: 1 })
      const capped = await read(cart)
      await product({ max_quantity: null, min_quantity: 2, quantity_step: 2 })
      const stepped = await read(cart)
      await product({ min_quantity: 1, quantity_step: 1 })
      const message = 'A quantity of 5 is no longer possible. You can order 1 to 4 pieces, in steps of 1.'
      expect([capped.orderable, notices(capped)]).to.deep.equal([false, [['QUANTITY_NOT_ALLOWED', message]]])
      expect(notices(stepped)[0]![1]).to.equal(
        'A quantity of 5 is no longer possible. You can order 2 to 9999 pieces, in steps of 2.',
      )
      expect((await read(cart)).orderable).to.equal(true)
    })

    it('report a changed selection, and a product that is no longer sold', async () => {
      const cart = await guest().begin()
      const { configuration } = (await guest().add(cart)).positions[0]!
      const gold = { selections: [{ question_id: lamp.base, value: String(lamp.gold) }] }
      await guest().data('PATCH', `/configurations/${configuration}`, gold)
      const only = (colour: number): object => ({ rules: { question: lamp.colour, operator: '==', value: colour } })
      await app.records.write('answer', { ...only(lamp.green) }, { id: lamp.gold })
      const replaced = await read(cart)
      await app.records.write('answer', { ...only(lamp.red), published: false }, { id: lamp.gold })
      const lost = await read(cart)
      await app.records.write('answer', { published: true }, { id: lamp.gold })
      expect(notices(replaced)[0]).to.deep.equal(['SELECTION_CHANGED', "Your selection for 'Base' is now 'Steel'."])
      expect(notices(lost)[0]).to.deep.equal(['SELECTION_CHANGED', "Your selection for 'Base' is no longer available."])
      await app.records.write('question', { published: false }, { id: lamp.base })
      const reply = await read(cart)
      await app.records.write('question', { published: true }, { id: lamp.base })
      expect(notices(reply)[0]).to.deep.equal(['SELECTION_CHANGED', 'One of your selections is no longer part of this product.'])
      await product({ published: false })
      const [unsold, german] = [await read(cart), await read(cart, '/de')]
      await product({ published: true })
      expect(notices(unsold)).to.deep.equal([['UNAVAILABLE', "'Lamp' is no longer available."]])
      expect([unsold.orderable, unsold.totals!.net]).to.deep.equal([false, 0])
      expect(german.positions[0]!.unavailable).to.equal('„Lamp (de-DE)“ ist nicht mehr verfügbar.')
    })
  })
})
