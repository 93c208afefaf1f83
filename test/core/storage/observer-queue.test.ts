// Observers do not delay the response: event order, deadline, and the error log with the owner.
import { once } from 'node:events'
import { expect } from 'chai'
import type { EventPayloads, Observers } from '../../../core/foundation/events.js'
import type { Log } from '../../../core/foundation/log.js'
import { BackgroundRunner } from '../../../core/storage/background.js'
import { ObserverQueue } from '../../../core/storage/pipeline/purge.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp } from '../../support/test-app.js'

type StoredRecord = EventPayloads['onSvcStoreRecord']

/** A log that collects errors. `next` resolves with the next error. */
function collectErrors() {
  const errors: { readonly fields: Record<string, unknown>; readonly message: string }[] = []
  const target = new EventTarget()
  const error = (fields: object, message: string): void => {
    errors.push({ fields: { ...fields }, message })
    target.dispatchEvent(new Event('error'))
  }
  const log: Log = { debug() {}, info() {}, warn() {}, error, child: () => log }
  return { errors, log, next: () => once(target, 'error') }
}

describe('ObserverQueue', () => {
  const stored = (id: number): StoredRecord => ({ entity: 'product', id, inserted: true })

  function queueFor(observers: Observers, observerSeconds: number) {
    const { log, errors, next } = collectErrors()
    const background = new BackgroundRunner(log)
    return {
      queue: new ObserverQueue({ log, background, observerSeconds }, { owner: 'warehouse', observers }),
      background,
      errors,
      next,
    }
  }

  it('events: a write returns while an observer hangs, and the log names the observer and its deadline', async () => {
    const { log, errors, next } = collectErrors()
    const heard: number[] = []
    const onSvcStoreRecord = ({ id }: StoredRecord): Promise<void> => {
      heard.push(id)
      return heard.length === 1 ? new Promise(() => {}) : Promise.resolve()
    }
    const warehouse = { name: 'warehouse', core: '^0.1.0', contributes: { observers: { onSvcStoreRecord } } }
    const app = await bootTestApp({ plugins: [stock, warehouse], log, observerSeconds: 1 })
    try {
      const first = await app.records.write('tax-class', { title: 'Reduced' })
      const second = await app.records.write('tax-class', { title: 'Lowest' })
      expect(heard).to.deep.equal([first.id])
      await next()
      expect(errors.map(({ fields }) => fields)).to.deep.equal([{ owner: 'warehouse', event: 'onSvcStoreRecord' }])
      expect(errors[0]?.message).to.contain('within 1 seconds')
      await app.stop()
      expect(heard).to.deep.equal([first.id, second.id])
    } finally {
      await app.stop()
    }
  })

  it('events: an observer without a promise has handled all events when the write returns', () => {
    const heard: number[] = []
    const { queue } = queueFor({ onSvcStoreRecord: ({ id }) => void heard.push(id) }, 1)
    for (const id of [1, 2, 3]) queue.push('onSvcStoreRecord', stored(id))
    expect(heard).to.deep.equal([1, 2, 3])
  })

  it('events: an observer gets the next event after it finished the previous one', async () => {
    const heard: number[] = []
    const ends: (() => void)[] = []
    const onSvcStoreRecord = async ({ id }: StoredRecord): Promise<void> => {
      heard.push(id)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    const { queue, background, errors } = queueFor({ onSvcStoreRecord }, 10)
    for (const id of [1, 2, 3]) queue.push('onSvcStoreRecord', stored(id))
    expect(heard).to.deep.equal([1])
    ends[0]!()
    await new Promise(setImmediate)
    expect(heard).to.deep.equal([1, 2])
    const stopped = background.dispose()
    ends[1]!()
    await new Promise(setImmediate)
    ends[2]!()
    await stopped
    expect([heard, errors]).to.deep.equal([[1, 2, 3], []])
  })

  it('events: an observer that throws or rejects is logged with its owner and gets the next event', async () => {
    const heard: number[] = []
    const onSvcStoreRecord = ({ id }: StoredRecord): Promise<void> => {
      heard.push(id)
      if (id === 1) throw new Error('at once')
      return Promise.reject(new Error('later'))
    }
    const { queue, background, errors } = queueFor({ onSvcStoreRecord }, 10)
    for (const id of [1, 2, 3]) queue.push('onSvcStoreRecord', stored(id))
    await background.dispose()
    expect(heard).to.deep.equal([1, 2, 3])
    expect(errors.map(({ fields }) => [fields['owner'], (fields['err'] as Error).message])).to.deep.equal([
      ['warehouse', 'at once'],
      ['warehouse', 'later'],
      ['warehouse', 'later'],
    ])
  })

  it('events: the service waits for one deadline of a hanging observer at shutdown and logs the number of lost events', async () => {
    const { queue, background, errors } = queueFor({ onSvcStoreRecord: () => new Promise<void>(() => {}) }, 0.05)
    for (const id of [1, 2, 3]) queue.push('onSvcStoreRecord', stored(id))
    await background.dispose()
    expect(errors.map(({ message }) => message)).to.have.length(2)
    expect(errors[1]?.message).to.contain('2 events were not passed')
  })
})
