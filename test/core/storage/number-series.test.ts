// Number series: consecutive, without duplicates and without gaps.
import { expect } from 'chai'
import { takeNextNumber } from '../../../core/storage/counters.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('Number series', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await bootTestApp()
  })
  afterEach(() => app.stop())
  const next = (series: string, first?: number): Promise<number> =>
    unit(app.context.database, (open) => takeNextNumber(open, series, first))

  it('starts at 1, counts up, and is independent of other series', async () => {
    expect([await next('order'), await next('order'), await next('quote')]).to.deep.equal([1, 2, 1])
  })

  it('starts at the required first number, skips ahead to a higher one, and never goes back', async () => {
    expect([await next('order', 500), await next('order', 500), await next('order', 3), await next('order', 900)]).to.deep.equal([
      500, 501, 502, 900,
    ])
  })

  it('reuses the number of a unit that rolled back', async () => {
    await next('order')
    await unit(app.context.database, async (open) => {
      await takeNextNumber(open, 'order')
      throw new Error('no')
    }).catch(() => undefined)
    expect(await next('order')).to.equal(2)
  })

  it('returns distinct numbers without gaps to 40 concurrent callers', async () => {
    const numbers = await Promise.all(Array.from({ length: 40 }, () => next('order')))
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})
