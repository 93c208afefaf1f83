// Modules that are imported at their first use.
import { expect } from 'chai'
import { lazyImport } from '../../../core/foundation/lazy-import.js'

describe('lazyImport', () => {
  it('imports at the first call, and only once', async () => {
    let loads = 0
    const load = lazyImport(async () => ({ loads: ++loads }))
    expect(loads).to.equal(0)
    expect(await load()).to.equal(await load())
    expect(loads).to.equal(1)
  })

  it('imports again after a failed import', async () => {
    let loads = 0
    const load = lazyImport(async () => {
      if (++loads === 1) throw new Error('no')
      return { loads }
    })
    expect(await Promise.resolve(load()).catch(String)).to.equal('Error: no')
    expect(await load()).to.deep.equal({ loads: 2 })
  })
})
