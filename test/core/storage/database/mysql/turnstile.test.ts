// The turnstile limits concurrent units and the time that a unit waits.
import { expect } from 'chai'
import { Turnstile } from '../../../../../core/storage/database/mysql/turnstile.js'

describe('Turnstile', () => {
  it('admits a limited number of units, and the others in order of arrival', async () => {
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

  it('rejects a unit that waits too long with NOT_READY, and admits the next one', async () => {
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
