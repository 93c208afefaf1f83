// The turnstile limits concurrent units and the time that a unit waits.
import { expect } from 'chai'
import { Semaphore } from '../../../../../core/storage/database/mysql/driver.js'

describe('Turnstile', () => {
  it('admits a limited number of units, and the others in order of arrival', async () => {
    const turn = new Semaphore(1, 10_000)
    const heard: number[] = []
    await turn.acquire()
    const updates = [1, 2].map(async (n) => {
      await turn.acquire()
      heard.push(n)
      turn.release()
    })
    expect(turn.queued).to.equal(2)
    turn.release()
    await Promise.all(updates)
    expect(heard).to.deep.equal([1, 2])
    expect(turn.queued).to.equal(0)
  })

  it('rejects a unit that waits too long with NOT_READY, and admits the next one', async () => {
    const turn = new Semaphore(1, 30)
    await turn.acquire()
    const refused = await turn.acquire().catch((error: unknown) => error)
    expect(refused).to.include({ code: 'NOT_READY' })
    expect(turn.queued).to.equal(0)
    const patient = turn.acquire()
    turn.release()
    await patient
    turn.release()
    await turn.acquire()
  })
})
