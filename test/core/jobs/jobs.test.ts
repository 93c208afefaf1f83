// Long-running work in worker threads: with a deadline, and one job at a time per caller.
import type { MessageText } from '../../../core/foundation/message.js'
import { messageText } from '../../../core/foundation/message-format.js'
import { expect } from 'chai'
import { join } from 'node:path'
import { type Caller, fullGrant } from '../../../core/foundation/access.js'
import { type ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { WorkerPool, type WorkerPoolLimits } from '../../../core/jobs/worker-pool.js'
import { proveJob } from '../../../core/jobs/prove.js'
import { simulateJob, type SimulateInput } from '../../../core/jobs/simulate.js'
import { createAnswerSource, createProductSource, createQuestionSource, stockTypes } from '../engine/engine-product.js'
import { catchError } from '../../support/caught-error.js'
import { createModelProduct } from '../product/model-product.js'
import { repositoryRoot } from '../../support/repository.js'

const configFile = join(repositoryRoot, 'svc.config.ts')
const small = createProductSource({
  questions: [createQuestionSource(1, 'Radiobuttons', { required: true })],
  answers: [createAnswerSource(11, 1), createAnswerSource(12, 1)],
})
const simulation = (more: Partial<SimulateInput> = {}): SimulateInput => ({
  ...{ source: small, scope: 'required', walks: 10, seed: 1, now: 0, today: '1970-01-01' },
  ...more,
})
const callerOf = (name: string): Caller => ({ name, grant: fullGrant, id: null })
const called = (name: string, seconds = 30) => ({ caller: callerOf(name), seconds, progress: () => undefined })

/** Counts the ticks of the event loop until the promise settles. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  try {
    await work
  } finally {
    clearInterval(timer)
  }
  return ticks
}

interface PoolOptions extends WorkerPoolLimits {
  readonly file?: string | null
  readonly log?: Log
}

describe('WorkerPool', () => {
  const created: WorkerPool[] = []
  const make = ({ file = configFile, log = silentLog, ...limits }: PoolOptions = {}): WorkerPool => {
    const jobs = new WorkerPool(stockTypes, log, file, { atOnce: 4, ...limits })
    created.push(jobs)
    return jobs
  }
  afterEach(async () => {
    for (const jobs of created.splice(0)) await jobs.dispose()
  })

  it('runs a job in a thread with the types of the installation, and reports progress', async () => {
    const jobs = make()
    const messages: string[] = []
    const progress = (message: MessageText): void => void messages.push(messageText(message))
    const product = createModelProduct({ questions: 60, answers: 160, clauses: 40, clausesEach: 20 })
    const report = await jobs.run(proveJob, product, { ...called('a'), progress })
    expect(report.gaveUp).to.equal(false)
    for (const sentence of messages.splice(0)) expect(sentence).to.match(/^Proved \d+ of \d+ (rules|answers)\.$/)
    const counted = await jobs.run(simulateJob, simulation(), { ...called('a'), progress })
    expect(counted).to.include({ exact: true, validConfigurations: '2' })
    // Work that ends at once reports no progress.
    messages.length = 0
    await jobs.run(simulateJob, simulation({ walks: 1_000_000 }), { ...called('a', 1), progress })
    expect(messages.length).to.be.greaterThan(0)
    for (const sentence of messages) expect(sentence).to.match(/^\d+ of 1000000 walks\.$/)
  }).timeout(60_000)

  it('does not block the event loop', async () => {
    const jobs = make()
    await jobs.run(simulateJob, simulation(), called('a'))
    const work = jobs.run(simulateJob, simulation({ walks: 1_000_000 }), called('a', 1))
    expect(await ticksDuring(work)).to.be.greaterThan(30)
    const { deadEnds } = await work
    expect(deadEnds.walks).to.be.greaterThan(0)
  }).timeout(60_000)

  it('runs one job at a time per caller, and a limited number in total', async () => {
    const jobs = make({ atOnce: 2 })
    const first = jobs.run(simulateJob, simulation(), called('a'))
    const again = (await catchError(jobs.run(simulateJob, simulation(), called('a')))) as ServiceError
    expect(again.code).to.equal('TOO_MANY_REQUESTS')
    expect(again.message).to.equal(
      'Another check or simulation of yours is still running. Wait until it has ended, then try again.',
    )
    const other = jobs.run(simulateJob, simulation(), called('b'))
    const third = (await catchError(jobs.run(simulateJob, simulation(), called('c')))) as ServiceError
    expect(third.code).to.equal('TOO_MANY_REQUESTS')
    expect(third.message).to.match(/^2 checks and simulations are running/)
    expect((await Promise.all([first, other])).map(({ validConfigurations }) => validConfigurations)).to.deep.equal(['2', '2'])
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
  }).timeout(60_000)

  it('stops a job at its deadline with one error', async () => {
    const jobs = make({ grace: 0 })
    const source = createModelProduct({ questions: 931, answers: 2_606, clauses: 3_767, clausesEach: 120 })
    const late = await catchError(jobs.run(simulateJob, simulation({ source }), called('a', 0.02)))
    expect(late).to.be.instanceOf(ValidationError)
    expect((late as ValidationError).message).to.equal(
      "The job was cancelled after 0.02 seconds. Allow more time with 'seconds', or simplify the product.",
    )
    expect(await jobs.run(simulateJob, simulation(), called('a', 60))).to.include({ exact: true })
  }).timeout(60_000)

  it('runs jobs in the calling thread if the configuration cannot be assembled, and logs that once', async () => {
    const warned: string[] = []
    const log: Log = { ...silentLog, warn: (_fields, message) => void warned.push(message) }
    const jobs = make({ file: '/nowhere/svc.config.ts', log })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
    expect(warned).to.deep.equal(['Long jobs run on the main thread because a worker thread could not load the configuration.'])
  }).timeout(60_000)

  it('runs jobs in the calling thread without a configuration file', async () => {
    const jobs = make({ file: null })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
  })
})
