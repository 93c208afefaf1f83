// JSON that the service wrote, parsed in pieces.
import { expect } from 'chai'
import { parseTrustedJson } from '../../../core/foundation/large-json.js'

describe('parseTrustedJson', () => {
  it('returns the value of any text, long lists, maps and members included, and pauses between the pieces', async () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => [`key "${i}`, [i, '],{"\\']] as const)
    for (const value of [
      1,
      'a',
      null,
      [],
      {},
      { a: [1, { b: null }] },
      Object.fromEntries(keys),
      { before: 1, keys, after: ['x'] },
    ]) {
      let turns = 0
      const counter = setInterval(() => turns++, 0)
      const parsed = await parseTrustedJson(JSON.stringify(value))
      clearInterval(counter)
      expect(JSON.stringify(parsed)).to.equal(JSON.stringify(value))
      if (JSON.stringify(value).length > 1_000_000) expect(turns).to.be.greaterThan(1)
    }
  })
})
