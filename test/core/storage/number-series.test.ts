// Numbers of a series: one after the other, none twice, none skipped.
import { expect } from 'chai'
import { takeNextNumber } from '../../../core/storage/number-series.js'
import { unit } from '../../../core/storage/database/unit.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('numbers', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await bootTestApp()
  })
  afterEach(() => app.stop())
  const next = (series: string, first?: number): Promise<number> =>
    unit(app.context.database, (open) => takeNextNumber(open, series, first))

  it('begin with one, and go on', async () => {
    expect([await next('order'), await next('order'), await next('quote')]).to.deep.equal([1, 2, 1])
  })

  it('begin with the first that is wanted, and never go back', async () => {
    expect([await next('order', 500), await next('order', 500), await next('order', 3), await next('order', 900)]).to.deep.equal([
      500, 501, 502, 900,
    ])
  })

  it('are given back by a unit that fails', async () => {
    await next('order')
    await unit(app.context.database, async (open) => {
      await takeNextNumber(open, 'order')
      throw new Error('no')
    }).catch(() => undefined)
    expect(await next('order')).to.equal(2)
  })

  it('are distinct and gapless when many ask at once', async () => {
    const given = await Promise.all(Array.from({ length: 40 }, () => next('order')))
    expect(given.toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})
