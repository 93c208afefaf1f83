// A reply as it is heard in the process that writes it: at once, and without waiting for what is over.
import { expect } from 'chai'
import { LiveReply } from '../../../core/advisor/live-reply.js'

describe('a reply that is written here', () => {
  const never = new AbortController().signal
  const hour = 3_600_000

  it('wakes whoever listens with each word and with its end', async () => {
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

  it('keeps nobody waiting once it is over, nor one who has left', async () => {
    const reply = new LiveReply(7, 1)
    const control = new AbortController()
    const leaving = reply.waitForEvent(hour, control.signal)
    control.abort()
    await leaving
    reply.end()
    await reply.waitForEvent(hour, never)
  })
})
