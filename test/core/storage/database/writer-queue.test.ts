// The writer queue: NOT_READY if the queue is too long, and a clear error if one unit never ends.
import { expect } from 'chai'
import { WriterQueue } from '../../../../core/storage/database/sqlite/writer-queue.js'
import { catchError } from '../../../support/caught-error.js'

describe('The queue of writers', () => {
  it('rejects with NOT_READY the callers that wait too long behind other units', async () => {
    const queue = new WriterQueue(10_000, 60)
    await queue.acquire()
    const first = queue.acquire()
    const late = [catchError(queue.acquire()), catchError(queue.acquire())]
    setTimeout(() => queue.release(), 20)
    await first
    for (const error of await Promise.all(late)) expect(error).to.include({ code: 'NOT_READY' })
    expect(queue.queued).to.equal(0)
    queue.release()
    await queue.acquire()
    queue.release()
  })

  it('waits longer for a single unit, and reports a unit that never ends', async () => {
    const queue = new WriterQueue(300, 20)
    await queue.acquire()
    const began = performance.now()
    const stuck = await catchError(queue.acquire())
    expect(performance.now() - began).to.be.above(250)
    expect(stuck.message).to.match(/^A unit of work used the database for more than 0\.3 seconds\./)
    const served = queue.acquire()
    setTimeout(() => queue.release(), 100)
    await served
    queue.release()
  })
})
