// Unpaid and paid orders and quotes for tests, stored as checkout stores them, and a scripted payment provider.
import { definePaymentProvider, type PaymentProvider } from '../../core/commerce/payment/define.js'
import { changeState } from '../../core/commerce/state/change-state.js'
import type { App } from '../../core/app.js'
import type { Plugin } from '../../core/contract.js'
import { string } from '../../core/model/properties/string.js'
import type { Records } from '../../core/storage/records.js'
import { inBothLanguages } from './small-shop.js'

export interface UnpaidOrder {
  readonly id: number
  readonly token: string
}

let lastNumber = 1_000

/** A placed, unpaid order of 119 euros. */
export async function createUnpaidOrder(app: Records, methodId: number, fields: object = {}): Promise<UnpaidOrder> {
  const number = ++lastNumber
  const token = `order-token-${number}`.padEnd(32, 'x')
  const money = { net: 100, tax: 19, gross: 119, currency_code: 'EUR', currency_symbol: '€', currency_decimals: 2 }
  const shop = { name: 'Blinds & Co', bank_name: 'Bank of Tests', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
  const texts = { email: 'ada@example.com', language_tag: 'en-GB', payment_title: 'Some way', shop }
  const state = { status: 'ordered', placed: '2026-05-01T10:00:00.000Z', created: '2026-05-01T09:59:00.000Z' }
  const order = { number, token, ...money, ...texts, ...state, payment_method_id: methodId, ...fields }
  return { id: (await app.write('sales-order', order, { internal: true })).id, token }
}

/** The token of a paid order with its invoice. */
export async function createPaidOrder(app: App, methodId: number, fields: object = {}): Promise<string> {
  await app.records.write('settings', { enable_invoicing: true, invoice_prefix: 'R-' }, { id: 1 })
  const { id, token } = await createUnpaidOrder(app.records, methodId, fields)
  await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'))
  return token
}

/** The token of a sent quote. */
export async function createSentQuote(app: App, fields: object = {}): Promise<string> {
  const number = ++lastNumber
  const token = `quote-token-${number}`.padEnd(32, 'x')
  const money = { net: 100, tax: 19, gross: 119, currency_code: 'EUR', currency_symbol: '€', currency_decimals: 2 }
  const texts = { email: 'ada@example.com', language_tag: 'en-GB', shop: { name: 'Blinds & Co' } }
  const state = { status: 'sent', created: '2026-05-01T09:59:00.000Z', valid_until: '2026-06-01T00:00:00.000Z' }
  await app.records.write('quote', { number, token, ...money, ...texts, ...state, ...fields }, { internal: true })
  return token
}

export async function createPaymentMethod(app: Records, connector: string, params: object | null = null): Promise<number> {
  return (await app.write('payment-method', { ...inBothLanguages('title', connector), connector, params })).id
}

/** Removes the stored parameters of a method and leaves it published, as older versions could store one. */
export async function removeMethodParams(app: App, id: number): Promise<void> {
  await app.records.unit(async ({ unitOfWork }) => {
    await unitOfWork.run('UPDATE svc_payment_method SET params = ? WHERE id = ?', ['', id])
    unitOfWork.changeSet.raiseAllVersions()
  })
}

/** The scripted behaviour of the provider. It records each call. */
export interface ProviderScript {
  begin: PaymentProvider['begin']
  ask: NonNullable<PaymentProvider['ask']>
  refund: NonNullable<PaymentProvider['refund']>
  capture: NonNullable<PaymentProvider['capture']>
  release: NonNullable<PaymentProvider['release']>
  readonly calls: string[]
}

export interface ScriptedProvider {
  readonly plugin: Plugin
  readonly script: ProviderScript
}

/** A provider `obedient` with a secret parameter. Default payment reference: `p-<order number>`. */
export function createScriptedProvider(name = 'obedient'): ScriptedProvider {
  const script: ProviderScript = {
    begin: ({ order }) => ({ reference: `p-${order.number}`, redirect: 'https://pay.example/page' }),
    ask: () => ({ status: 'pending' }),
    refund: ({ refund }) => ({ status: 'refunded', amount: refund.refunded + refund.amount, currency: refund.currency }),
    capture: ({ authorized }) => ({ status: 'paid', ...authorized }),
    release: () => ({ status: 'cancelled' }),
    calls: [],
  }
  const noted =
    <Args extends readonly unknown[], Result>(call: string, run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      script.calls.push(call)
      return run(...args)
    }
  const provider = definePaymentProvider({
    name,
    label: 'Obedient',
    description: 'Does what a test says.',
    params: { secret: string('Secret', { required: true }) },
    begin: (scope) => noted('begin', script.begin)(scope),
    ask: (scope) => noted('ask', script.ask)(scope),
    refund: (scope) => noted('refund', script.refund)(scope),
    captureTime: () => 'request',
    capture: (scope) => noted('capture', script.capture)(scope),
    release: (scope) => noted('release', script.release)(scope),
  })
  return { plugin: { name: `plugin-${name}`, core: '^0.1.0', contributes: { paymentProviders: [provider] } }, script }
}
