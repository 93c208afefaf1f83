// Sent quotes expire after their validity with all effects of a status change. Other quotes keep their status.
import { expect } from 'chai'
import { defineEffect } from '../../../core/commerce/state/define.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { tasks } from '../../../core/tasks/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { checkoutPlugins, openSellingShop, type SellingShop } from '../../support/selling-shop.js'
import { createTestClock } from '../../support/clock.js'
import { acceptTestQuote, requestTestQuote, sendTestQuote, readStoredQuote } from '../../support/test-quotes.js'

const day = 86_400_000

describe('The scheduled task expire-quotes', () => {
  const clock = createTestClock()
  const followed: string[] = []
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    const effect = defineEffect({
      name: 'note-quote',
      description: 'Records the new status of a quote.',
      on: 'quote',
      run: (_work, { id, from, to }) => Promise.resolve(void followed.push(`${id} ${from} ${to}`)),
    })
    app = await bootTestApp({
      plugins: [...checkoutPlugins, { name: 'noting', core: '^0.1.0', contributes: { effects: [effect] } }],
      clock,
    })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const run = (): Promise<void> => {
    const task = tasks.find((one) => one.name === 'expire-quotes')!
    return task.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
  }

  it('sets sent quotes to expired after their validity, and no others', async () => {
    const old = await sendTestQuote(app, shop)
    const accepted = await sendTestQuote(app, shop)
    await acceptTestQuote(app, accepted, { payment_method_id: shop.transfer })
    const { quote: requested } = await requestTestQuote(app, shop)
    clock.time += 29 * day
    const young = await sendTestQuote(app, shop)
    const statuses = async (): Promise<readonly string[]> => {
      const all = [old, accepted, requested, young]
      return Promise.all(all.map(async ({ token }) => (await readStoredQuote(app, token)).status))
    }
    await run()
    expect(await statuses()).to.deep.equal(['sent', 'accepted', 'requested', 'sent'])
    clock.time += day
    followed.length = 0
    await run()
    await run()
    expect(await statuses()).to.deep.equal(['expired', 'accepted', 'requested', 'sent'])
    const { id } = await readStoredQuote(app, old.token)
    expect(followed).to.deep.equal([`${id} sent expired`])
  })

  it('runs the effects of the first status with null as the previous one', async () => {
    followed.length = 0
    const { quote } = await requestTestQuote(app, shop)
    const { id } = await readStoredQuote(app, quote.token)
    expect(followed).to.deep.equal([`${id} null requested`])
  })
})
