// Queries on tables that grow without limit use an index: the SQLite query plan of each statement is checked.
import { expect } from 'chai'
import { readStatistics } from '../../../plugins/statistics/report.js'
import { type Database, openDatabase } from '../../../core/storage/database/connection.js'
import type { SqlParameter } from '../../../core/storage/database/dialect.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../../support/selling-shop.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

interface Asked {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** Tables that scheduled tasks may scan: they hold few rows. A reply in progress is deleted when it ends. */
const few =
  /^SCAN svc_(?:leases|gram_states|system_variables|versions|advisor_stream|settings|admin_sessions|tax_class|payment_method)\b/

describe('Queries on growing tables', () => {
  const queries: Asked[] = []
  let plain: Database
  let app: TestApp
  before(async () => {
    plain = await openDatabase('sqlite::memory:')
    const note = (sql: string, params: readonly SqlParameter[] = []): void => void queries.push({ sql, params })
    const opened: Database = {
      ...plain,
      query(sql, params) {
        note(sql, params)
        return plain.query(sql, params)
      },
      run(sql, params) {
        note(sql, params)
        return plain.run(sql, params)
      },
    }
    app = await bootTestApp({ opened, plugins: checkoutPlugins })
    const shop = await openSellingShop(app)
    await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
  })
  after(() => app.stop())

  async function plansOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    queries.length = 0
    await work()
    const plans: string[] = []
    for (const { sql, params } of [...queries]) {
      const rows = await plain.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
      plans.push(...rows.map(({ detail }) => `${detail} of ${sql}`))
    }
    return plans
  }

  it('are detected by this test if they scan a table or sort without an index', async () => {
    const { database } = app.context
    const plans = await plansOf(async () => {
      await database.query("SELECT id FROM svc_sales_order WHERE email = 'x'")
      await database.query('SELECT id FROM svc_cart ORDER BY note')
    })
    expect(plans.filter((plan) => plan.startsWith('SCAN svc_sales_order'))).to.have.length(1)
    expect(plans.filter((plan) => plan.startsWith('USE TEMP B-TREE'))).to.have.length(1)
  })

  const lists: readonly (readonly [entity: string, filters: Readonly<Record<string, string>>, sort: string])[] = [
    ['configuration', {}, '-id'],
    ['configuration', {}, '-changed'],
    ['configuration', {}, 'created'],
    ['configuration', { state: 'open' }, '-id'],
    ['configuration', { product_id: '1' }, '-id'],
    ['configuration', { customer_id: '1' }, '-id'],
    ['cart', {}, '-changed'],
    ['cart', { state: 'open' }, '-id'],
    ['sales-order', {}, '-number'],
    ['sales-order', {}, '-created'],
    ['sales-order', {}, '-placed'],
    ['sales-order', { status: 'shipped' }, '-id'],
    ['sales-order', { customer_id: '1' }, '-id'],
    ['sales-order', { created_from: '2024-01-01T00:00:00.000Z' }, '-created'],
    ['order-line', { product_id: '1' }, '-id'],
    ['product', { published: 'true' }, '-id'],
    ['answer', { question_id: '1' }, ''],
  ]
  for (const [entity, filters, sort] of lists) {
    it(`list ${entity} ${JSON.stringify(filters)} by ${sort || 'its own order'} without sorting all rows`, async () => {
      const query = { filters: new Map(Object.entries(filters)), limit: 1, ...(sort !== '' && { sort }) }
      const plans = await plansOf(() => app.records.list(entity, query))
      const ofRows = plans.filter((plan) => /FROM \S+ r\b/.test(plan))
      expect(ofRows).to.have.length.greaterThan(0)
      expect(
        ofRows.filter(
          (plan) => plan.startsWith('USE TEMP B-TREE') || (plan.startsWith('SCAN r of') && !plan.includes('ORDER BY r.id')),
        ),
      ).to.deep.equal([])
    })
  }

  it('find a customer by email address without reading all customers', async () => {
    const plans = await plansOf(() => app.records.list('customer', { filters: new Map([['email', 'ada@example.org']]) }))
    expect(plans.filter((plan) => /^SEARCH r USING INDEX \S*email_folded/.test(plan))).to.have.length(1)
  })

  it('of the statistics of a day find its orders and status changes by their time', async () => {
    const plans = await plansOf(() => readStatistics(app.context, 'day'))
    const firstPlans = (part: string): readonly string[] => [
      ...new Set(plans.filter((plan) => plan.includes(part)).map((plan) => plan.slice(0, plan.indexOf(' of ')))),
    ]
    expect(firstPlans('JOIN svc_order_line_config')[0]).to.match(/^SEARCH o USING INDEX \S*_placed /)
    expect(firstPlans("came_to IN ('cancelled', 'refunded')")[0]).to.match(
      /^SEARCH svc_status_history USING INDEX \S*_history_at /,
    )
  })

  it('of scheduled tasks scan no growing table', async () => {
    for (const { name } of await app.operations.tasks.states()) {
      const plans = await plansOf(() => app.operations.tasks.run(name))
      expect(
        plans.filter((plan) => plan.startsWith('SCAN') && !few.test(plan)),
        name,
      ).to.deep.equal([])
    }
  })
})
