// Replays all recorded customer sessions of the oracle products with the compiled program.
import { expect } from 'chai'
import { listOracleFolders } from '../../../oracle/oracle-product.js'
import { processEngine, replaySessions } from '../../../oracle/oracle-session.js'

describe('the program, replaying recorded sessions', () => {
  for (const name of listOracleFolders()) {
    it(`returns the recorded result at every step of ${name}`, () => {
      expect(replaySessions(name, processEngine)).to.deep.equal({ sessions: 200, differences: [] })
    })
  }
})
