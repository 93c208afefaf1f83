// The date of simulations: today in the time zone of the shop.
import { expect } from 'chai'
import { simulateProduct } from '../../../core/actions/simulate-product.js'
import { inProcess } from '../../../core/foundation/access.js'
import { simulateJob, type SimulateInput } from '../../../core/jobs/simulate.js'
import { createEngineTypes } from '../../../core/engine/program/source.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createTestClock } from '../../support/clock.js'
import { anonymousContext, createProductSource, createQuestionSource, stockTypes } from '../engine/engine-product.js'

const silvester = Date.parse('2026-12-31T23:30:00.000Z')

describe('the date of simulations', () => {
  let app: TestApp
  const clock = createTestClock(silvester)
  before(async () => {
    app = await bootTestApp({ clock })
  })
  after(() => app.stop())

  it('simulate-product: uses the date in the time zone of the shop', async () => {
    const product_id = await createCatalogAuthor(app).product('Desk')
    await app.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
    const inputs: SimulateInput[] = []
    const jobs = { run: async (_job: unknown, input: unknown) => void inputs.push(input as SimulateInput) }
    const scope = { context: app.context, caller: inProcess, jobs, progress: () => undefined }
    await simulateProduct.run(scope as never, { product_id })
    expect(inputs.map(({ now, today }) => [now, today])).to.deep.equal([[silvester, '2027-01-01']])
  })

  it('simulate job: question types validate dates by the given date, not by that in UTC', async () => {
    const dates = new Set<string>()
    const calendar = stockTypes.questionTypes.get('Calendar')!
    const types = createEngineTypes({
      questionTypes: [
        {
          ...calendar,
          validate(value, question, context) {
            dates.add(context.today)
            return calendar.validate!(value, question, context)
          },
        },
      ],
    })
    const question = createQuestionSource(1, 'Calendar', { required: true, default_value: '2027-01-01', prefill_on_init: true })
    const source = createProductSource({ questions: [question], answers: [] })
    const scope = { types, spent: () => false, progress: () => undefined }
    const input = { source, scope: 'required' as const, walks: 5, seed: 1, now: anonymousContext.now, today: '2030-05-06' }
    await simulateJob.run(scope, input)
    expect([...dates]).to.deep.equal(['2030-05-06'])
  })
})
