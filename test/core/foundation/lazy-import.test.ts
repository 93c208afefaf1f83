// Modules that are loaded when they are needed first.
import { expect } from 'chai'
import { lazyImport } from '../../../core/foundation/lazy-import.js'

describe('later', () => {
  it('loads nothing before it is asked, and nothing again after it was loaded', async () => {
    let loads = 0
    const load = lazyImport(async () => ({ loads: ++loads }))
    expect(loads).to.equal(0)
    expect(await load()).to.equal(await load())
    expect(loads).to.equal(1)
  })

  it('tries again where loading failed', async () => {
    let loads = 0
    const load = lazyImport(async () => {
      if (++loads === 1) throw new Error('no')
      return { loads }
    })
    expect(await Promise.resolve(load()).catch(String)).to.equal('Error: no')
    expect(await load()).to.deep.equal({ loads: 2 })
  })
})
