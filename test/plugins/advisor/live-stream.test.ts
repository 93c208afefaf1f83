// A reply in the process that generates it: listeners wake at once and never wait for a finished reply.
import { expect } from 'chai'
import { LiveReply } from '../../../plugins/advisor/thread.js'

describe('LiveReply', () => {
  const never = new AbortController().signal
  const hour = 3_600_000

  it('wakes listeners on each text and at the end of the reply', async () => {
    const reply = new LiveReply(7, 1)
    const first = reply.waitForEvent(hour, never)
    reply.emit('text', { text: 'Well' })
    await first
    const last = reply.waitForEvent(hour, never)
    reply.end()
    await last
    expect(reply.events.map(({ turn, attempt, place, event }) => [turn, attempt, place, event])).to.deep.equal([
      [7, 1, 1, 'text'],
    ])
  })

  it('releases a listener when it aborts or when the reply has ended', async () => {
    const reply = new LiveReply(7, 1)
    const control = new AbortController()
    const leaving = reply.waitForEvent(hour, control.signal)
    control.abort()
    await leaving
    reply.end()
    await reply.waitForEvent(hour, never)
  })
})
