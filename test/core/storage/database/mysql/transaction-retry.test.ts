// What a server or a cluster says when others were in the way, and when it is away: done again, or told to callers as such.
import { expect } from 'chai'
import { isServerUnreachable } from '../../../../../core/storage/database/mysql/unreachable-server.js'
import { retryConflictingStatement, isRetryable } from '../../../../../core/storage/database/mysql/retry.js'

const said = (errno: number, sqlState = 'HY000'): Error => Object.assign(new Error(`errno ${errno}`), { errno, sqlState })

describe('a statement that commits by itself', () => {
  it('is done again after a deadlock, a certification failure and a wait for a lock or for what others wrote', async () => {
    const failures = [said(1213, '40001'), said(1205), said(1020)]
    expect(
      await retryConflictingStatement(() => (failures.length > 0 ? Promise.reject(failures.pop()!) : Promise.resolve('done'))),
    ).to.equal('done')
  })

  it('tells callers to come again where that does not help, and passes on what is no such thing', async () => {
    let runs = 0
    const deed = (failure: Error) => async (): Promise<void> => {
      runs++
      throw failure
    }
    const failing = (failure: Error): Promise<unknown> =>
      retryConflictingStatement(deed(failure)).catch((thrown: unknown) => thrown)
    const busy = said(1213, '40001')
    expect(await failing(busy)).to.include({ code: 'NOT_READY', cause: busy })
    expect(runs).to.equal(5)
    const duplicate = said(1062, '23000')
    expect(await failing(duplicate)).to.equal(duplicate)
    expect(runs).to.equal(6)
  })
})

describe("a cluster's node", () => {
  it('is away while it may not answer, and where it has lost its cluster at a COMMIT', () => {
    for (const errno of [1047, 1180])
      expect([isServerUnreachable(said(errno)), isRetryable(said(errno))], String(errno)).to.deep.equal([true, false])
    expect(isServerUnreachable(said(1213, '40001'))).to.equal(false)
  })
})
