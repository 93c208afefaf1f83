// Who wants to write waits for his turn, and not for ever.
import { expect } from 'chai'
import { Turnstile } from '../../../../../core/storage/database/mysql/turnstile.js'

describe('The turnstile of units', () => {
  it('lets so many in, the others in the order in which they came', async () => {
    const turn = new Turnstile(1, 10_000)
    const heard: number[] = []
    await turn.take()
    const others = [1, 2].map(async (n) => {
      await turn.take()
      heard.push(n)
      turn.give()
    })
    expect(turn.queued).to.equal(2)
    turn.give()
    await Promise.all(others)
    expect(heard).to.deep.equal([1, 2])
    expect(turn.queued).to.equal(0)
  })

  it('tells who waits too long to come again, and gives his turn to the next', async () => {
    const turn = new Turnstile(1, 30)
    await turn.take()
    const refused = await turn.take().catch((error: unknown) => error)
    expect(refused).to.include({ code: 'NOT_READY' })
    expect(turn.queued).to.equal(0)
    const patient = turn.take()
    turn.give()
    await patient
    turn.give()
    await turn.take()
  })
})
