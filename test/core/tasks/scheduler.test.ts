// The scheduler: tasks run when due, under a lease, log their failures, and stop with the service.
import { expect } from 'chai'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { acquireLease } from '../../../core/storage/database/lease.js'
import type { Task } from '../../../core/tasks/define-task.js'
import { TaskScheduler } from '../../../core/tasks/scheduler.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'

describe('The scheduler', () => {
  const clock = createTestClock()
  const logged: object[] = []
  const log: Log = { ...silentLog, error: (fields) => void logged.push(fields) }
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ clock, log })
  })
  after(() => app.stop())
  afterEach(async () => {
    logged.splice(0)
    await app.reset()
  })

  const run = (item: Task): Promise<void> =>
    new TaskScheduler(app.context, new PipelineRecords(app.context), []).runIfDue({ owner: 'test', item })

  function counting(every: number): Task & { readonly runs: () => number } {
    let runs = 0
    return {
      ...{ name: 'count', description: 'Counts.', every },
      runs: () => runs,
      run() {
        runs++
        return Promise.resolve()
      },
    }
  }

  it('runs a task once per interval across processes', async () => {
    const task = counting(60)
    const timed: unknown[] = []
    const end = app.context.timings.watch((event, which, _seconds, succeeded) => timed.push([event, which, succeeded]))
    await run(task)
    await run(task)
    end()
    expect(task.runs()).to.equal(1)
    expect(timed).to.deep.equal([['task', 'count', true]])
    clock.time += 60_000
    await run(task)
    expect(task.runs()).to.equal(2)
  })

  it('marks the log lines of a task with its name and owner', async () => {
    const task: Task = {
      ...{ name: 'count', description: 'Counts.', every: 60 },
      run: ({ context }) => Promise.resolve(context.log.info({ swept: 1 }, 'Swept.')),
    }
    const lines: object[] = []
    const taskLog: Log = {
      ...silentLog,
      child: (fields) => ({ ...silentLog, info: (more) => void lines.push({ ...fields, ...more }) }),
    }
    await new TaskScheduler({ ...app.context, log: taskLog }, new PipelineRecords(app.context), []).runIfDue({
      owner: 'test',
      item: task,
    })
    expect(lines).to.deep.equal([{ task: 'count', owner: 'test', swept: 1 }])
  })

  it('skips a task while another process runs it', async () => {
    const task = counting(60)
    const lease = await acquireLease(app.context.database, 'task count', 0)
    await run(task)
    expect(task.runs()).to.equal(0)
    await lease!.release()
    await run(task)
    expect(task.runs()).to.equal(1)
  })

  it('logs a failed task with its owner and runs it again the next time', async () => {
    let tries = 0
    const task: Task = {
      ...{ name: 'fail', description: 'Fails.', every: 60 },
      run() {
        tries++
        return Promise.reject(new Error('no disk'))
      },
    }
    await run(task)
    await run(task)
    expect(tries).to.equal(2)
    expect(logged[0]).to.include({ task: 'fail', owner: 'test' })
  })

  it('aborts a running task when the service stops, and waits for its end', async () => {
    const events: string[] = []
    const task: Task = {
      ...{ name: 'long', description: 'Takes long.', every: 0.01 },
      async run({ signal }) {
        events.push('begun')
        while (!signal.aborted) await sleep(2)
        events.push('ended')
      },
    }
    const scheduler = new TaskScheduler(app.context, new PipelineRecords(app.context), [{ owner: 'test', item: task }])
    scheduler.start()
    while (events.length === 0) await sleep(2)
    await scheduler.stop()
    expect(events).to.deep.equal(['begun', 'ended'])
    await sleep(30)
    expect(events).to.have.length(2)
  })
})
