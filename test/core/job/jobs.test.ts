// Long work beside those who are served: in a thread of its own, with a deadline, one at a time for each caller.
import { expect } from 'chai'
import { join } from 'node:path'
import type { Caller } from '../../../core/foundation/access/caller.js'
import { fullGrant } from '../../../core/foundation/access/grant.js'
import { type ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { createJobPool, type JobPool, type JobPoolOptions } from '../../../core/job/job-pool.js'
import { proveJob } from '../../../core/jobs/prove.js'
import { simulateJob, type SimulateInput } from '../../../core/jobs/simulate.js'
import { answerSource, productSource, questionSource, stockTypes } from '../../support/engine-product.js'
import { failure } from '../../support/failure.js'
import { modelProduct } from '../../support/model-product.js'
import { root } from '../../support/repository.js'

const file = join(root, 'svc.config.ts')
const small = productSource({
  questions: [questionSource(1, 'Radiobuttons', { required: true })],
  answers: [answerSource(11, 1), answerSource(12, 1)],
})
const simulation = (more: Partial<SimulateInput> = {}): SimulateInput => ({
  ...{ source: small, scope: 'required', walks: 10, seed: 1, now: 0, today: '1970-01-01' },
  ...more,
})
const callerOf = (name: string): Caller => ({ name, grant: fullGrant, id: null })
const called = (name: string, seconds = 30) => ({ caller: callerOf(name), seconds, progress: () => undefined })

/** Ticks of the event loop while something goes on. */
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

describe('A job', () => {
  const created: JobPool[] = []
  const make = (options: Partial<JobPoolOptions> = {}): JobPool => {
    const jobs = createJobPool({ types: stockTypes, log: silentLog, file, atOnce: 4, ...options })
    created.push(jobs)
    return jobs
  }
  afterEach(async () => {
    for (const jobs of created.splice(0)) await jobs.stop()
  })

  it('runs in a thread that knows the types of the installation, and says how far it is', async () => {
    const jobs = make()
    const said: string[] = []
    const progress = (sentence: string): void => void said.push(sentence)
    const product = modelProduct({ questions: 60, answers: 160, clauses: 40, clausesEach: 20 })
    const report = await jobs.run(proveJob, product, { ...called('a'), progress })
    expect(report.gaveUp).to.equal(false)
    for (const sentence of said.splice(0)) expect(sentence).to.match(/^Proved \d+ of \d+ (rules|answers)\.$/)
    const counted = await jobs.run(simulateJob, simulation(), { ...called('a'), progress })
    expect(counted).to.include({ exact: true, validConfigurations: '2' })
    // Of what is done at once nothing is said.
    said.length = 0
    await jobs.run(simulateJob, simulation({ walks: 1_000_000 }), { ...called('a', 1), progress })
    expect(said.length).to.be.greaterThan(0)
    for (const sentence of said) expect(sentence).to.match(/^\d+ of 1000000 walks\.$/)
  }).timeout(60_000)

  it('leaves the event loop to the others', async () => {
    const jobs = make()
    await jobs.run(simulateJob, simulation(), called('a'))
    const work = jobs.run(simulateJob, simulation({ walks: 1_000_000 }), called('a', 1))
    expect(await ticksDuring(work)).to.be.greaterThan(30)
    const { deadEnds } = await work
    expect(deadEnds.walks).to.be.greaterThan(0)
  }).timeout(60_000)

  it('is one at a time for a caller, and as many as there may be for all', async () => {
    const jobs = make({ atOnce: 2 })
    const first = jobs.run(simulateJob, simulation(), called('a'))
    const again = (await failure(jobs.run(simulateJob, simulation(), called('a')))) as ServiceError
    expect(again.code).to.equal('TOO_MANY_REQUESTS')
    expect(again.message).to.equal(
      'Another proof or simulation of yours is still running. Wait until it has ended, then call again.',
    )
    const other = jobs.run(simulateJob, simulation(), called('b'))
    const third = (await failure(jobs.run(simulateJob, simulation(), called('c')))) as ServiceError
    expect(third.code).to.equal('TOO_MANY_REQUESTS')
    expect(third.message).to.match(/^The service runs 2 proofs and simulations at the moment/)
    expect((await Promise.all([first, other])).map(({ validConfigurations }) => validConfigurations)).to.deep.equal(['2', '2'])
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
  }).timeout(60_000)

  it('is stopped at its deadline with one sentence', async () => {
    const jobs = make({ grace: 0 })
    const source = modelProduct({ questions: 931, answers: 2_606, clauses: 3_767, clausesEach: 120 })
    const late = await failure(jobs.run(simulateJob, simulation({ source }), called('a', 0.02)))
    expect(late).to.be.instanceOf(ValidationError)
    expect((late as ValidationError).message).to.equal(
      "The work did not end within 0.02 seconds and was stopped. Give it more time with 'seconds', or make the product smaller.",
    )
    expect(await jobs.run(simulateJob, simulation(), called('a', 60))).to.include({ exact: true })
  }).timeout(60_000)

  it('runs where it is called where no thread can assemble the configuration, and says so once', async () => {
    const warned: string[] = []
    const log: Log = { ...silentLog, warn: (_fields, message) => void warned.push(message) }
    const jobs = make({ file: '/nowhere/svc.config.ts', log })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
    expect(warned).to.deep.equal(['Long work runs beside requests: its thread could not assemble the configuration.'])
  }).timeout(60_000)

  it('runs where it is called where nobody is served', async () => {
    const jobs = make({ file: null })
    expect(await jobs.run(simulateJob, simulation(), called('a'))).to.include({ exact: true })
  })
})
