// A purchase as a shop front makes it, request by request, and the shop for it.
import { randomUUID } from 'node:crypto'
import type { App } from '../../core/app.js'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import type { Composition } from '../../core/contract.js'
import { standalone } from '../../hosts/standalone/index.js'
import { checkoutPlugins, createHomeAddress, openSellingShop } from '../../test/support/selling-shop.js'

/** The product that the shoppers buy, and their country. */
export interface PurchasableProduct {
  readonly product: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
  readonly billing: object
  readonly shippingMethod: number
  readonly paymentMethod: number
}

/** The shop's composition without its server. */
export function createComposition(database: string): Composition {
  return {
    languages: ['en-GB', 'de-DE'],
    host: standalone(),
    plugins: checkoutPlugins,
    demo: false,
    logLevel: 'error',
    // All shoppers share one address. The bare server has no rate limits.
    limits: 'memory',
    database,
  }
}

/** Opens the shop, runs `use` and closes it again. Installs an empty database. */
export async function runInShop<T>(database: string, use: (app: App) => Promise<T>): Promise<T> {
  const config = createComposition(database)
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  try {
    return await use(app)
  } finally {
    await app.stop()
  }
}

/** Creates a lamp with seven questions, taxes, delivery, payment, terms, and a mail to customer and shop per order. */
export async function createPurchasableShop(app: App): Promise<PurchasableProduct> {
  const shop = await openSellingShop(app)
  const mail = { subject_en_GB: 'Your order {{order.number}}', body_en_GB: 'Thank you, {{order.number}} is on its way.' }
  const note = { manager_subject_en_GB: 'Order {{order.number}}', manager_body_en_GB: 'There is an order.' }
  await app.records.write('notification', {
    name: 'Ordered',
    status: 'ordered',
    send_customer: true,
    send_manager: true,
    ...mail,
    ...note,
  })
  const { lamp } = shop
  return {
    product: lamp.product,
    selections: [
      { question_id: lamp.height, value: '20' },
      { question_id: lamp.colour, value: String(lamp.green) },
    ],
    billing: createHomeAddress(shop),
    shippingMethod: shop.courier,
    paymentMethod: shop.card,
  }
}

/** One call: its verb and path. */
export interface PurchaseStep {
  readonly verb: string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Values that later steps need from replies. */
export interface PurchaseReply {
  readonly configuration: string
  readonly cart: string
  readonly checkout: string
  readonly token: string
  readonly number: number
  readonly totals: { readonly gross: number }
}

export type SendStep = (step: PurchaseStep) => Promise<PurchaseReply>

const runtimeBasePath = '/svc-api/runtime/v1'

/** Makes the whole purchase. The last reply is the order. */
export async function makePurchase(wares: PurchasableProduct, send: SendStep): Promise<PurchaseReply> {
  const call = (verb: string, method: PurchaseStep['method'], path: string, body: PurchaseStep['body']): Promise<PurchaseReply> =>
    send({ verb, method, path: `${runtimeBasePath}/${path}`, body })
  const { product, selections, billing, shippingMethod, paymentMethod } = wares
  const { configuration } = await call('start-configuration', 'POST', 'configurations', { product_id: product, selections })
  const { cart } = await call('create-cart', 'POST', 'carts', {})
  await call('add-position', 'POST', `carts/${cart}/positions`, { configuration, quantity: 2 })
  const { checkout } = await call('open-checkout', 'POST', `carts/${cart}/checkout`, {})
  // One address per purchase: guests get at most three mails an hour to one.
  const answers = { email: `${randomUUID()}@example.org`, billing, terms_agreed: true }
  const { totals } = await call('change-checkout', 'PATCH', `checkouts/${checkout}`, {
    ...answers,
    shipping_method_id: shippingMethod,
    payment_method_id: paymentMethod,
  })
  return call('place-order', 'POST', `checkouts/${checkout}/place`, { total: totals.gross })
}
