// Replays all recorded customer sessions of the oracle products with the compiled program.
import { expect } from 'chai'
import { oracleFolders } from '../../../support/oracle-product.js'
import { ownEngine, replaySessions } from '../../../support/oracle-session.js'

describe('the program, replaying recorded sessions', () => {
  for (const name of oracleFolders()) {
    it(`returns the recorded result at every step of ${name}`, () => {
      expect(replaySessions(name, ownEngine)).to.deep.equal({ sessions: 200, differences: [] })
    })
  }
})
