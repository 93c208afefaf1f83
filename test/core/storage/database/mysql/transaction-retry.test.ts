// Errors of a database server after conflicts and outages: which are retried and which reach the caller.
import { expect } from 'chai'
import {
  isServerUnreachable,
  retryConflictingStatement,
  isRetryable,
} from '../../../../../core/storage/database/mysql/server-errors.js'

const said = (errno: number, sqlState = 'HY000'): Error => Object.assign(new Error(`errno ${errno}`), { errno, sqlState })

describe('A statement outside of a transaction', () => {
  it('is retried after a deadlock, a lock timeout and a changed record (errno 1213, 1205, 1020)', async () => {
    const failures = [said(1213, '40001'), said(1205), said(1020)]
    expect(
      await retryConflictingStatement(() => (failures.length > 0 ? Promise.reject(failures.pop()!) : Promise.resolve('done'))),
    ).to.equal('done')
  })

  it('fails with NOT_READY after five deadlocks, and fails at once with any other error', async () => {
    let runs = 0
    const createAction = (failure: Error) => async (): Promise<void> => {
      runs++
      throw failure
    }
    const failing = (failure: Error): Promise<unknown> =>
      retryConflictingStatement(createAction(failure)).catch((thrown: unknown) => thrown)
    const busy = said(1213, '40001')
    expect(await failing(busy)).to.include({ code: 'NOT_READY', cause: busy })
    expect(runs).to.equal(5)
    const duplicate = said(1062, '23000')
    expect(await failing(duplicate)).to.equal(duplicate)
    expect(runs).to.equal(6)
  })
})

describe('A node of a database cluster', () => {
  it('counts as unreachable after errno 1047 and 1180, which are not retried', () => {
    for (const errno of [1047, 1180])
      expect([isServerUnreachable(said(errno)), isRetryable(said(errno))], String(errno)).to.deep.equal([true, false])
    expect(isServerUnreachable(said(1213, '40001'))).to.equal(false)
  })
})
