// Who wants to write waits for his turn, and not for ever.
import { expect } from 'chai'
import { Semaphore } from '../../../../../core/storage/database/mysql/semaphore.js'

describe('The turnstile of units', () => {
  it('lets so many in, the others in the order in which they came', async () => {
    const turn = new Semaphore(1, 10_000)
    const heard: number[] = []
    await turn.acquire()
    const others = [1, 2].map(async (n) => {
      await turn.acquire()
      heard.push(n)
      turn.release()
    })
    expect(turn.queued).to.equal(2)
    turn.release()
    await Promise.all(others)
    expect(heard).to.deep.equal([1, 2])
    expect(turn.queued).to.equal(0)
  })

  it('tells who waits too long to come again, and gives his turn to the next', async () => {
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
