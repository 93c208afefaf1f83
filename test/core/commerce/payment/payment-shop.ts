// A shop whose orders the scripted payment provider pays, with readers for payments, orders, timelines and events.
import type { PaymentReport } from '../../../../core/commerce/payment/define.js'
import { settlePayment } from '../../../../core/commerce/payment/settle.js'
import type { ReportSource } from '../../../../core/commerce/payment/rows.js'
import type { Log } from '../../../../core/foundation/log.js'
import { payments } from '../../../../plugins/payments/index.js'
import { print } from '../../../../plugins/print/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type TestApp, type TestOverrides } from '../../../support/test-app.js'
import { createTestClock, type TestClock } from '../../../support/clock.js'
import {
  createPaymentMethod,
  createScriptedProvider,
  createUnpaidOrder,
  type ProviderScript,
  type UnpaidOrder,
} from '../../../support/scripted-provider.js'

type Row = Readonly<Record<string, unknown>>

export interface PaymentShop {
  readonly app: TestApp
  readonly script: ProviderScript
  readonly clock: TestClock
  /** Payloads of onSvcReceivePayment. */
  readonly received: object[]
  /** All log output as text. */
  readonly logged: string[]
  /** Removes what tests stored. */
  reset(): Promise<void>
  order(fields?: object): Promise<UnpaidOrder>
  /** Places an order and starts its payment. */
  begun(fields?: object): Promise<UnpaidOrder & { readonly payment: number }>
  begin(token: string): Promise<Row>
  settle(payment: number, report: PaymentReport, told?: ReportSource): Promise<boolean>
  payments(order: number): Promise<readonly Row[]>
  /** One line per event: `source status amount message`. */
  timeline(payment: number): Promise<readonly string[]>
  /** `order status/payment status …`. */
  states(order: number): Promise<string>
}

export const providerSecret = 'CANARY-secret-of-tests'

export async function openPaymentShop(overrides: TestOverrides = {}): Promise<PaymentShop> {
  const { plugin, script } = createScriptedProvider()
  const clock = createTestClock()
  const received: object[] = []
  const logged: string[] = []
  const note = (fields: object, message: string) =>
    void logged.push(JSON.stringify(fields, (_key, value: unknown) => (value instanceof Error ? value.stack : value)) + message)
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const listener = {
    name: 'listener',
    core: '^0.1.0',
    contributes: { observers: { onSvcReceivePayment: (payload: object) => void received.push(payload) } },
  }
  const app = await bootTestApp({
    clock,
    log,
    ...overrides,
    plugins: [stock, payments, print, plugin, listener, ...(overrides.plugins ?? [])],
  })
  let method = await createPaymentMethod(app.records, 'obedient', { secret: providerSecret })

  const rows = async (entity: string, column: string, id: number): Promise<readonly Row[]> =>
    (await app.shop.createContext({}).list(entity, { column, values: [id] })).map(({ values }) => values)
  const shop: PaymentShop = {
    ...{ app, script, clock, received, logged },
    async reset() {
      await app.reset()
      method = await createPaymentMethod(app.records, 'obedient', { secret: providerSecret })
      for (const list of [received, logged, script.calls]) list.splice(0)
    },
    order: (fields = {}) => createUnpaidOrder(app.records, method, fields),
    async begun(fields = {}) {
      const order = await shop.order(fields)
      await shop.begin(order.token)
      return { ...order, payment: Number((await shop.payments(order.id)).at(-1)!['id']) }
    },
    begin: async (token) => (await app.shop.serve('begin-payment', { token }, {})) as Row,
    settle: (payment, report, source = { source: 'webhook' }) =>
      app.shop.createContext({}).transact((work) => settlePayment(work, payment, report, source)),
    payments: (order) => rows('payment', 'sales_order_id', order),
    timeline: async (payment) =>
      (await rows('payment-event', 'payment_id', payment)).map(({ source, status, amount, currency_code, message }) =>
        [source, status, amount === null ? '' : `${String(amount)} ${String(currency_code)}`, message]
          .filter((line) => line !== '')
          .join(' '),
      ),
    async states(order) {
      const [own] = await rows('sales-order', 'id', order)
      return [own?.['status'], ...(await shop.payments(order)).map(({ status }) => status)].join('/')
    },
  }
  return shop
}
