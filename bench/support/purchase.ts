// A purchase as a shop front makes it, request by request, the shop for it, and the rows that each call stores.
import { randomUUID } from 'node:crypto'
import type { App } from '../../core/app.js'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import type { Composition } from '../../core/contract.js'
import { standalone } from '../../hosts/standalone/index.js'
import { checkoutPlugins, createHomeAddress, openSellingShop } from '../../test/support/selling-shop.js'
import { toEntityTable } from '../../core/model/schema/columns.js'
import { guest } from '../../core/shop/shopper.js'
import { internalTables } from '../../core/storage/database/internal-tables.js'

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

/** Creates a lamp with seven questions, taxes, delivery, payment and terms. The default notification of orders sends a mail to customer and shop. */
export async function createPurchasableShop(app: App): Promise<PurchasableProduct> {
  const shop = await openSellingShop(app)
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

type RecordedValue = string | number | null
export type RecordedRow = Readonly<Record<string, RecordedValue>>

export interface RecordedWrite {
  readonly table: string
  /** The stored row; for an existing row, its changed columns. */
  readonly row: RecordedRow
  /** For an existing row: the columns that identify it. */
  readonly found?: RecordedRow
}

export interface RecordedStep {
  readonly verb: string
  readonly reply: Readonly<Record<string, unknown>>
  readonly writes: readonly RecordedWrite[]
}

type TableContents = ReadonlyMap<string, ReadonlyMap<string, RecordedRow>>

export function collectTableKeys({ context: { registry } }: App): ReadonlyMap<string, readonly string[]> {
  const all = [...[...registry.entities.values()].map(toEntityTable), ...internalTables]
  return new Map(all.map(({ name, primaryKey }) => [name, primaryKey ?? ['id']]))
}

async function readContents(app: App): Promise<TableContents> {
  const contents = new Map<string, ReadonlyMap<string, RecordedRow>>()
  for (const [table, keys] of collectTableKeys(app)) {
    const rows = await app.context.database.query<RecordedRow>(`SELECT * FROM ${table}`)
    contents.set(table, new Map(rows.map((row) => [keys.map((key) => row[key]).join('\n'), row])))
  }
  return contents
}

function difference(
  before: TableContents,
  after: TableContents,
  keys: ReadonlyMap<string, readonly string[]>,
): readonly RecordedWrite[] {
  const writes: RecordedWrite[] = []
  for (const [table, rows] of after) {
    for (const [key, row] of rows) {
      const old = before.get(table)?.get(key)
      const changed = Object.entries(row).filter(([name, value]) => old?.[name] !== value)
      const identity = Object.fromEntries(keys.get(table)!.map((name) => [name, row[name] ?? null]))
      if (!old) writes.push({ table, row })
      else if (changed.length > 0) writes.push({ table, row: Object.fromEntries(changed), found: identity })
    }
  }
  return writes
}

/** The bare server has no rate limits. */
export const limitTable = 'svc_limits'

/** Counters. The bare server increments the number of orders itself. */
const excludedTables: ReadonlySet<string> = new Set(['svc_numbers', limitTable])

/** Makes one purchase and records the rows that each call stores, so a bare server can store the same rows. Omits counters. */
export async function recordPurchase(app: App, wares: PurchasableProduct): Promise<readonly RecordedStep[]> {
  const steps: RecordedStep[] = []
  const keys = collectTableKeys(app)
  let before = await readContents(app)
  await makePurchase(wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    const reply = (await app.shop.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as PurchaseReply
    const after = await readContents(app)
    const writes = difference(before, after, keys).filter(({ table }) => !excludedTables.has(table))
    steps.push({ verb, reply: reply as unknown as RecordedStep['reply'], writes })
    before = after
    return reply
  })
  return steps
}
