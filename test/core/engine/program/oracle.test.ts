// Replays every recorded shopper session of the oracle products against the compiled program, in this process.
import { expect } from 'chai'
import { oracleFolders } from '../../../support/oracle-product.js'
import { ownEngine, replaySessions } from '../../../support/oracle-session.js'

describe('the program, replaying recorded sessions', () => {
  for (const name of oracleFolders()) {
    it(`answers every step of ${name} as recorded`, () => {
      expect(replaySessions(name, ownEngine)).to.deep.equal({ sessions: 200, differences: [] })
    })
  }
})
