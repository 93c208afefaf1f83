// Parsing of product sheets outside of the serving thread.
import { expect } from 'chai'
import { ValidationError } from '../../../core/foundation/errors.js'
import { formatSheetDocument, parseSheetText } from '../../../plugins/sheets/sheet/sheet-text.js'
import { createJobQueue } from '../../../core/jobs/job-queue.js'
import type { JobPool } from '../../../core/jobs/define-worker-job.js'

describe('The texts of product sheets', () => {
  let jobs: string[] = []
  beforeEach(() => {
    jobs = []
  })

  const pool: JobPool = {
    async run(job, input) {
      jobs.push(job.name)
      return structuredClone(await job.run({ types: {} as never, spent: () => false, progress: () => undefined }, input))
    },
  }
  const large = `sheet: 1\n${'title: Lamp\n'.replace('title', 'text').padEnd(70_000, '#')}\n`

  it('parses a small sheet without a worker job', async () => {
    const parsed = await parseSheetText({ serviceJobs: createJobQueue(pool) }, 'product: lamp\nprice: 1.50\n')
    expect(JSON.parse(parsed.value)).to.deep.equal({ product: 'lamp', price: 1.5 })
    expect(JSON.parse(parsed.sources)).to.deep.equal([['price', '1.50']])
    expect(jobs).to.deep.equal([])
  })

  it('parses a large sheet in a worker job', async () => {
    const parsed = await parseSheetText({ serviceJobs: createJobQueue(pool) }, large)
    expect(JSON.parse(parsed.value)).to.have.property('sheet', 1)
    expect(jobs).to.deep.equal(['parse-sheet'])
  })

  it('formats a small sheet without a worker job, and a large one in a worker job', async () => {
    const scope = { serviceJobs: createJobQueue(pool) }
    expect(await formatSheetDocument(scope, { value: { sheet: 1, pages: [] }, open: ['pages'] })).to.equal(
      'sheet: 1\npages: []\n',
    )
    expect(jobs).to.deep.equal([])
    const text = 'a'.repeat(70_000)
    expect(await formatSheetDocument(scope, { value: { sheet: 1, text }, open: [] })).to.equal(`sheet: 1\ntext: ${text}\n`)
    expect(jobs).to.deep.equal(['format-sheet'])
  })

  it('reports the line of an error in a large sheet', async () => {
    const failure = await parseSheetText({ serviceJobs: createJobQueue(pool) }, `${large}pages: [\n`).catch(
      (error: unknown) => error,
    )
    expect(failure).to.be.instanceOf(ValidationError)
    expect((failure as ValidationError).issues[0]!.message).to.match(/^Line \d+/)
    expect(jobs).to.deep.equal(['parse-sheet'])
  })
})
