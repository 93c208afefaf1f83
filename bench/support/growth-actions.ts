// The measured actions of the growth bench: calls of shoppers and staff, and scheduled tasks.
import type { App } from '../../core/app.js'
import { formatIsoTime, minute } from '../../core/foundation/clock.js'
import { guest, type Shopper } from '../../core/shop/shopper.js'
import type { AdminClient } from '../../test/plugins/admin/service.js'
import type { GrownShop } from './grown-shop.js'
import { makePurchase, type PurchaseReply } from './purchase.js'

export interface OpenGrownShop {
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
  readonly before?: (opened: OpenGrownShop) => Promise<unknown>
  readonly run: (opened: OpenGrownShop) => Promise<unknown>
  /** Number of turns for slow actions. Default: that of the bench. */
  readonly times?: number
  /** Set if the cost is proportional to the data by nature. The result is shown but not checked. */
  readonly grows?: true
}

const createRequestAction = (name: string, path: string, rest: Partial<BenchCall> = {}): BenchCall => ({
  name,
  async run({ desk: author }) {
    const { status, body } = await author.send('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  },
  ...rest,
})

const createListAction = (entity: string, query = '', rest: Partial<BenchCall> = {}): BenchCall =>
  createRequestAction(
    `list: ${entity}${query === '' ? '' : ` ${query}`}`,
    `records/${entity}${query === '' ? '' : `?${query}`}`,
    rest,
  )

/** Number for a text that was never searched before and that one record in either shop contains. */
let lastSearchNumber = 100
const createSearchAction = (entity: string, before: string, after: string): BenchCall => ({
  name: `search: ${entity}, another text each time`,
  async run({ desk: author }) {
    const text = `${before}${(++lastSearchNumber % 900) + 100}${after}`
    const { status, body } = await author.send('GET', `records/${entity}?search=${encodeURIComponent(text)}`)
    const { total } = (body as { readonly meta: { readonly total: number } }).meta
    if (status !== 200 || total > 1) throw new Error(`The search for '${text}' answered ${status} with ${total} records.`)
  },
})

/** A text in a tenth of all answers, searched again after each change. Ten times as many records match, and are counted and sorted. */
const frequentSearch: BenchCall = {
  ...createListAction('answer', 'search=wood 3'),
  name: 'search: answer, a text of a tenth of them after a change',
  before: ({ app }) => app.context.database.run("UPDATE svc_versions SET version = version + 1 WHERE topic = 'rows:answer'"),
  grows: true,
}

const createVerbAction = (
  name: string,
  verb: string,
  input: (opened: OpenGrownShop) => Readonly<Record<string, unknown>>,
  as = guest,
): BenchCall => ({
  name: `shop: ${name}`,
  run: ({ app, ...rest }) => app.shop.serve(verb, input({ app, ...rest }), { shopper: as }),
})

const toAccountShopper = ({ shop }: OpenGrownShop): Shopper => ({ customerId: shop.customer, customerGroupId: null })

/** Creates this many expired rows, so both shops delete the same number. */
const expiredRowCount = 200
async function createExpiredRows({ app, shop }: OpenGrownShop): Promise<void> {
  for (let at = 0; at < expiredRowCount; at++)
    await app.shop.serve('start-configuration', { product_id: shop.shelf }, { shopper: guest })
  const sql =
    'UPDATE svc_configuration SET changed = ? WHERE id IN (SELECT id FROM (SELECT id FROM svc_configuration ORDER BY id DESC LIMIT ?) n)'
  await app.context.database.run(sql, [formatIsoTime(0), expiredRowCount])
}

const createCleanupAction = (task: string, rest: Partial<BenchCall> = {}): BenchCall => ({
  name: `cleaning: ${task}`,
  run: ({ app }) => app.operations.tasks.run(task),
  ...rest,
})

async function placeOneOrder({ app, shop }: OpenGrownShop): Promise<void> {
  await makePurchase(shop.wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    return (await app.shop.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as PurchaseReply
  })
}

const expiryTime = formatIsoTime(Date.now() - 10 * minute)

export const benchCalls: readonly BenchCall[] = [
  createListAction('product'),
  createListAction('product', 'sort=title'),
  createListAction('product', 'sort=-id&limit=50'),
  createListAction('product', 'filter[sku]=S-77'),
  createListAction('product', 'search=shelf'),
  createSearchAction('product', 'shelf ', '.'),
  createListAction('answer'),
  createListAction('answer', 'filter[question_id]=9'),
  createListAction('answer', 'search=wood 3'),
  createSearchAction('answer', 'wood 3 ', '.'),
  frequentSearch,
  createListAction('customer', 'sort=-id'),
  createListAction('customer', 'filter[email]=shopper77@example.org'),
  createSearchAction('customer', 'shopper', '@'),
  createListAction('sales-order', 'sort=-id'),
  createListAction('sales-order', 'sort=-created'),
  createListAction('sales-order', 'sort=-number'),
  createListAction('sales-order', 'filter[status]=ordered&sort=-id'),
  createListAction('sales-order', 'filter[status]=shipped&sort=-id'),
  createListAction('sales-order', 'filter[customer_id]=7'),
  createListAction('sales-order', `filter[created_from]=${expiryTime}&sort=-created`),
  createListAction('order-line', 'filter[product_id]=3&sort=-id'),
  createListAction('configuration', 'sort=-id'),
  createListAction('configuration', 'filter[state]=open&sort=-id'),
  createListAction('configuration', 'sort=-changed'),
  createListAction('cart', 'sort=-changed'),
  createRequestAction('desk: start screen', 'dashboard'),
  createRequestAction('desk: choices of products', 'choices/product?search=shelf'),
  createRequestAction('desk: conversations', 'advisor/conversations?limit=50'),
  createRequestAction('desk: maintenance', 'maintenance'),
  createRequestAction('desk: mails', 'mails'),
  createRequestAction('desk: missing texts', 'translations'),
  { name: 'desk: an order', run: ({ desk: author, orders }) => author.send('GET', `orders/${orders - 3}`) },
  { name: 'report: conversations', run: ({ app }) => app.act('report-conversations', {}) },
  { name: 'report: readiness', run: ({ app }) => app.operations.ready() },
  createVerbAction('list of products', 'list-products', () => ({ limit: 50 })),
  createVerbAction(
    'the last products',
    'list-products',
    ({ products }) => ({ limit: 50, offset: Math.max(0, products - 60) }),
    guest,
  ),
  createVerbAction('a product', 'show-product', ({ shop }) => ({ key: String(shop.shelf) })),
  createVerbAction('a configuration begins', 'start-configuration', ({ shop }) => ({ product_id: shop.shelf })),
  {
    name: "shop: an account's orders",
    run: (opened) => opened.app.shop.serve('list-orders', {}, { shopper: toAccountShopper(opened) }),
  },
  {
    name: "shop: an account's configurations",
    run: (opened) => opened.app.shop.serve('list-configurations', {}, { shopper: toAccountShopper(opened) }),
  },
  { name: 'shop: a whole purchase', run: placeOneOrder },
  createCleanupAction('expire-configurations'),
  {
    ...createCleanupAction('expire-configurations', { before: createExpiredRows, times: 3 }),
    name: `cleaning: ${expiredRowCount} configurations that are over`,
  },
  createCleanupAction('expire-carts'),
  createCleanupAction('expire-checkouts'),
  createCleanupAction('expire-quotes'),
  createCleanupAction('forget-expired-access'),
  createCleanupAction('forget-idempotency-keys'),
  createCleanupAction('forget-audit-trail'),
  createCleanupAction('analyze-conversations'),
  createCleanupAction('poll-payments'),
  createCleanupAction('sweep-files'),
]
