// The measured actions of the growth bench: calls of shoppers and staff, and scheduled tasks.
import type { App } from '../../core/app.js'
import { formatIsoTime, minute } from '../../core/foundation/clock.js'
import { guest, type Shopper } from '../../core/shop/shopper.js'
import type { AdminClient } from '../../test/plugins/admin/service.js'
import type { GrownShop } from './grown-shop.js'
import { purchase, type Told } from './purchase.js'

export interface Opened {
  readonly app: App
  readonly shop: GrownShop
  readonly desk: AdminClient
  /** Number of records of each kind. */
  readonly orders: number
  readonly products: number
}

export interface BenchCall {
  readonly name: string
  /** Runs before the measurement. */
  readonly before?: (opened: Opened) => Promise<unknown>
  readonly run: (opened: Opened) => Promise<unknown>
  /** Number of turns for slow actions. Default: that of the bench. */
  readonly times?: number
  /** Set if the cost is proportional to the data by nature. The result is shown but not checked. */
  readonly grows?: true
}

const asked = (name: string, path: string, rest: Partial<BenchCall> = {}): BenchCall => ({
  name,
  async run({ desk }) {
    const { status, body } = await desk.send('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  },
  ...rest,
})

const listed = (entity: string, query = '', rest: Partial<BenchCall> = {}): BenchCall =>
  asked(`list: ${entity}${query === '' ? '' : ` ${query}`}`, `records/${entity}${query === '' ? '' : `?${query}`}`, rest)

/** Number for a text that was never searched before and that one record in either shop contains. */
let last = 100
const searched = (entity: string, before: string, after: string): BenchCall => ({
  name: `search: ${entity}, another text each time`,
  async run({ desk }) {
    const text = `${before}${(++last % 900) + 100}${after}`
    const { status, body } = await desk.send('GET', `records/${entity}?search=${encodeURIComponent(text)}`)
    const { total } = (body as { readonly meta: { readonly total: number } }).meta
    if (status !== 200 || total > 1) throw new Error(`The search for '${text}' answered ${status} with ${total} records.`)
  },
})

/** A text in a tenth of all answers, searched again after each change. Ten times as many records match, and are counted and sorted. */
const searchedOften: BenchCall = {
  ...listed('answer', 'search=wood 3'),
  name: 'search: answer, a text of a tenth of them after a change',
  before: ({ app }) => app.context.database.run("UPDATE svc_versions SET version = version + 1 WHERE topic = 'rows:answer'"),
  grows: true,
}

const served = (
  name: string,
  verb: string,
  input: (opened: Opened) => Readonly<Record<string, unknown>>,
  as = guest,
): BenchCall => ({
  name: `shop: ${name}`,
  run: ({ app, ...rest }) => app.serve(verb, input({ app, ...rest }), { shopper: as }),
})

const account = ({ shop }: Opened): Shopper => ({ customerId: shop.customer, customerGroupId: null })

/** Creates this many expired rows, so both shops delete the same number. */
const over = 200
async function leave({ app, shop }: Opened): Promise<void> {
  for (let at = 0; at < over; at++) await app.serve('start-configuration', { product_id: shop.shelf }, { shopper: guest })
  const sql =
    'UPDATE svc_configuration SET changed = ? WHERE id IN (SELECT id FROM (SELECT id FROM svc_configuration ORDER BY id DESC LIMIT ?) n)'
  await app.context.database.run(sql, [formatIsoTime(0), over])
}

const cleaned = (task: string, rest: Partial<BenchCall> = {}): BenchCall => ({
  name: `cleaning: ${task}`,
  run: ({ app }) => app.tasks.run(task),
  ...rest,
})

async function buy({ app, shop }: Opened): Promise<void> {
  await purchase(shop.wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    return (await app.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as Told
  })
}

const soon = formatIsoTime(Date.now() - 10 * minute)

export const benchCalls: readonly BenchCall[] = [
  listed('product'),
  listed('product', 'sort=title'),
  listed('product', 'sort=-id&limit=50'),
  listed('product', 'filter[sku]=S-77'),
  listed('product', 'search=shelf'),
  searched('product', 'shelf ', '.'),
  listed('answer'),
  listed('answer', 'filter[question_id]=9'),
  listed('answer', 'search=wood 3'),
  searched('answer', 'wood 3 ', '.'),
  searchedOften,
  listed('customer', 'sort=-id'),
  listed('customer', 'filter[email]=shopper77@example.org'),
  searched('customer', 'shopper', '@'),
  listed('sales-order', 'sort=-id'),
  listed('sales-order', 'sort=-created'),
  listed('sales-order', 'sort=-number'),
  listed('sales-order', 'filter[status]=ordered&sort=-id'),
  listed('sales-order', 'filter[status]=shipped&sort=-id'),
  listed('sales-order', 'filter[customer_id]=7'),
  listed('sales-order', `filter[created_from]=${soon}&sort=-created`),
  listed('order-line', 'filter[product_id]=3&sort=-id'),
  listed('configuration', 'sort=-id'),
  listed('configuration', 'filter[state]=open&sort=-id'),
  listed('configuration', 'sort=-changed'),
  listed('cart', 'sort=-changed'),
  asked('desk: start screen', 'dashboard'),
  asked('desk: choices of products', 'choices/product?search=shelf'),
  asked('desk: conversations', 'advisor/conversations?limit=50'),
  asked('desk: maintenance', 'maintenance'),
  asked('desk: mails', 'mails'),
  asked('desk: missing texts', 'translations'),
  { name: 'desk: an order', run: ({ desk, orders }) => desk.send('GET', `orders/${orders - 3}`) },
  { name: 'report: conversations', run: ({ app }) => app.act('report-conversations', {}) },
  { name: 'report: readiness', run: ({ app }) => app.ready() },
  served('list of products', 'list-products', () => ({ limit: 50 })),
  served('the last products', 'list-products', ({ products }) => ({ limit: 50, offset: Math.max(0, products - 60) }), guest),
  served('a product', 'show-product', ({ shop }) => ({ key: String(shop.shelf) })),
  served('a configuration begins', 'start-configuration', ({ shop }) => ({ product_id: shop.shelf })),
  { name: "shop: an account's orders", run: (opened) => opened.app.serve('list-orders', {}, { shopper: account(opened) }) },
  {
    name: "shop: an account's configurations",
    run: (opened) => opened.app.serve('list-configurations', {}, { shopper: account(opened) }),
  },
  { name: 'shop: a whole purchase', run: buy },
  cleaned('expire-configurations'),
  { ...cleaned('expire-configurations', { before: leave, times: 3 }), name: `cleaning: ${over} configurations that are over` },
  cleaned('expire-carts'),
  cleaned('expire-checkouts'),
  cleaned('expire-quotes'),
  cleaned('forget-expired-access'),
  cleaned('forget-idempotency-keys'),
  cleaned('forget-audit-trail'),
  cleaned('analyze-conversations'),
  cleaned('poll-payments'),
  cleaned('sweep-files'),
]
