// Payments over the runtime API: Idempotency-Key handling and caching of the response.
import { expect } from 'chai'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { type JsonReply, createJsonClient } from '../../support/json-client.js'
import {
  createPaymentMethod,
  createScriptedProvider,
  createUnpaidOrder,
  type UnpaidOrder,
} from '../../support/scripted-provider.js'

describe('POST orders/{token}/payments', () => {
  let app: ListeningApp
  let method: number
  const { plugin, script } = createScriptedProvider()
  const { begin: usual } = script
  const clock = createTestClock()
  before(async () => {
    app = await listenTestApp([runtime()], { clock, plugins: [stock, payments, print, plugin] })
    method = await createPaymentMethod(app.records, 'obedient', { secret: 'of tests' })
  })
  after(() => app.stop())
  afterEach(() => {
    script.begin = usual
    script.calls.splice(0)
  })

  const send = ({ token }: UnpaidOrder, key?: string, body: object = {}): Promise<JsonReply> =>
    createJsonClient(app.url).send(
      'POST',
      `/svc-api/runtime/v1/orders/${token}/payments`,
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    )

  it('answers 201 with the payment page, and forbids caching', async () => {
    const answer = await send(await createUnpaidOrder(app.records, method))
    expect(answer.status).to.equal(201)
    expect(answer.headers['cache-control']).to.equal('no-store')
    expect(answer.body).to.have.nested.property('data.redirect', 'https://pay.example/page')
  })

  it('replays the first response for the same key even after the payment fails', async () => {
    const order = await createUnpaidOrder(app.records, method)
    const first = await send(order, 'pay-1')
    await app.records.write(
      'payment',
      { status: 'failed' },
      { id: (await app.records.list('payment', { sort: '-id' })).records[0]!.id, internal: true },
    )
    const second = await send(order, 'pay-1')
    expect([second.status, second.body, second.headers['idempotent-replayed']]).to.deep.equal([201, first.body, 'true'])
    expect(script.calls).to.deep.equal(['begin'])
    expect((await send(order, 'pay-2')).headers['idempotent-replayed']).to.equal(undefined)
    expect(script.calls).to.deep.equal(['begin', 'begin'])
  })

  it('runs one of two concurrent requests with the same key, and answers 409 with Retry-After to the other', async () => {
    const order = await createUnpaidOrder(app.records, method)
    let go: () => void = () => undefined
    script.begin = async (scope) => {
      await new Promise<void>((resolve) => (go = resolve))
      return usual(scope)
    }
    const first = send(order, 'pay-3')
    while (script.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await send(order, 'pay-3')
    expect([second.status, second.headers['retry-after']]).to.deep.equal([409, '1'])
    go()
    expect((await first).status).to.equal(201)
    expect(await send(order, 'pay-3')).to.have.nested.property('headers.idempotent-replayed', 'true')
  })

  it('frees the key when the request fails, and takes it over from a dead process', async () => {
    const order = await createUnpaidOrder(app.records, method)
    script.begin = () => {
      throw new Error('Down.')
    }
    expect((await send(order, 'pay-4')).status).to.equal(503)
    script.begin = usual
    expect((await send(order, 'pay-4')).status).to.equal(201)
    const sql = "UPDATE svc_idempotency SET state = 'running:dead', body = '' WHERE idempotency_key = ?"
    await app.context.database.run(sql, ['pay-4'])
    expect((await send(order, 'pay-4')).status).to.equal(409)
    clock.time += 61_000
    const again = await send(order, 'pay-4')
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
    expect(script.calls).to.deep.equal(['begin', 'begin'])
  })

  it('rejects unknown fields, and a key that was used for another request', async () => {
    const order = await createUnpaidOrder(app.records, method)
    expect((await send(order, undefined, { amount: 1 })).status).to.equal(422)
    await send(order, 'pay-5')
    const other = await createJsonClient(app.url).send(
      'POST',
      `/svc-api/runtime/v1/orders/${order.token}/payments?language=de-DE`,
      {},
      { 'idempotency-key': 'pay-5' },
    )
    expect(other.body).to.have.nested.property('validationIssues[0].code', 'KEY_REUSED')
  })
})
