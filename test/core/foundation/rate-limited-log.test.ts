// Rate-limited logging of events that anyone can trigger.
import { expect } from 'chai'
import { type Log, silentLog, warnRateLimited } from '../../../core/foundation/log.js'

describe('warnRateLimited', () => {
  it('logs ten lines of a message per minute, then the number of suppressed lines', () => {
    const lines: object[] = []
    const log: Log = { ...silentLog, warn: (fields, message) => void lines.push({ ...fields, message }) }
    for (let n = 0; n < 1000; n++) warnRateLimited(log, 5_000 + n, { n }, 'Refused.')
    warnRateLimited(log, 5_000, { n: 0 }, 'Something else.')
    expect(lines).to.have.length(11)
    warnRateLimited(log, 66_000, { n: 1 }, 'Refused.')
    warnRateLimited(log, 66_001, { n: 2 }, 'Refused.')
    expect(lines.slice(11)).to.deep.equal([
      { n: 1, leftOut: 990, message: 'Refused.' },
      { n: 2, message: 'Refused.' },
    ])
  })
})
