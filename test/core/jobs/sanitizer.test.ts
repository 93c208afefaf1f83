// Submitted markup: measured before it is parsed, and sanitized in a worker if it is large.
import { join } from 'node:path'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { ValidationError, type ServiceError } from '../../../core/foundation/errors.js'
import { silentLog } from '../../../core/foundation/log.js'
import { isRichTextCached, needsSanitizing, sanitizeRichText } from '../../../core/foundation/rich-text.js'
import type { JobPool } from '../../../core/jobs/define-worker-job.js'
import { WorkerPool } from '../../../core/jobs/worker-pool.js'
import { QueuedSanitizer } from '../../../core/jobs/sanitizer.js'
import { storeRecordFile } from '../../../core/storage/files/store-record-file.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError } from '../../support/caught-error.js'
import { stockTypes } from '../engine/engine-product.js'
import { repositoryRoot } from '../../support/repository.js'

describe('QueuedSanitizer', () => {
  /** Jobs that run at once and record their input. */
  function noteJobs(): { readonly jobs: JobPool; readonly inputs: unknown[] } {
    const inputs: unknown[] = []
    const here = new WorkerPool(stockTypes, silentLog, null, { atOnce: 1 })
    const jobs: JobPool = {
      run(job, input, call) {
        inputs.push(input)
        return here.run(job, input, call)
      },
    }
    return { jobs, inputs }
  }
  const large = (text: string): string => `<p onclick="x()">${`${text} <b>word</b> `.repeat(1_000)}</p>`

  it('sanitizer: passes large rich texts to a job and caches the results', async () => {
    const { jobs, inputs } = noteJobs()
    const text = large('first')
    await new QueuedSanitizer(jobs).prepareRichTexts([text, text, 'plain text'])
    expect(inputs).to.deep.equal([[text]])
    expect(isRichTextCached(text)).to.equal(true)
    expect(sanitizeRichText(text)).to.equal(text.replace(' onclick="x()"', ''))
  })

  it('sanitizer: passes no small texts, texts without markup or cached texts to a job', async () => {
    const { jobs, inputs } = noteJobs()
    const sanitizer = new QueuedSanitizer(jobs)
    const cachedText = large('known')
    sanitizeRichText(cachedText)
    await sanitizer.prepareRichTexts(['<b>small</b>', 'long '.repeat(10_000), cachedText])
    expect(inputs).to.deep.equal([])
  })

  it('sanitizer: leaves plain paragraphs as the parser would', () => {
    const character = fc.constantFrom(...'ab "\'/=\\\t\r\n\0\u00a0\u2028\u202e\ufeff\ud800{}!?-`ßא')
    const paragraph = fc.array(character).map((characters) => `<p>${characters.join('')}</p>`)
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1 }), (paragraphs) => {
        const text = paragraphs.join('')
        expect(needsSanitizing(text)).to.equal(false)
        // The other element makes the parser read the whole text.
        expect(sanitizeRichText(`${text}<b>x</b>`)).to.equal(`${text}<b>x</b>`)
      }),
    )
    for (const text of ['<p>a</p><p onclick="x()">b</p>', '<p>a<script>b</script></p>', '<p>a</p>b<', '<p>a&b</p>'])
      expect(needsSanitizing(text), text).to.equal(true)
  })

  it('sanitizer: runs one job after another and rejects jobs beyond the queue limit', async () => {
    const { jobs, inputs } = noteJobs()
    const sanitizer = new QueuedSanitizer(jobs, { waiting: 1 })
    const results = await Promise.allSettled(['one', 'two', 'three'].map((text) => sanitizer.prepareRichTexts([large(text)])))
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'rejected'])
    expect(((results[2] as PromiseRejectedResult).reason as ServiceError).code).to.equal('NOT_READY')
    expect(inputs).to.have.length(2)
  })

  it('sanitizer: returns the same drawing from a worker thread as from the calling thread', async function () {
    this.timeout(60_000)
    const jobs = new WorkerPool(stockTypes, silentLog, join(repositoryRoot, 'svc.config.ts'))
    try {
      const drawing = `<svg><script>x()</script>${'<path d="M0 0L1 1"/>'.repeat(1_000)}</svg>`
      expect(await new QueuedSanitizer(jobs).svg(drawing)).to.deep.equal(
        await new QueuedSanitizer(jobs, { small: 1e6 }).svg(drawing),
      )
    } finally {
      await jobs.dispose()
    }
  })
})

describe('submitted markup', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  const issuesOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
    const error = await catchError(work)
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).issues.map(({ field, message }) => `${field}: ${message}`)
  }

  it('rich text: rejects a text of 960 KB with 320,000 nested elements before it is parsed', async () => {
    const write = app.records.write('product', { title: 'Lamp', tax_class_id: 1, description_en_GB: `${'<b>'.repeat(320_000)}x` })
    expect(await issuesOf(write)).to.include(
      'description_en_GB: Field Description takes at most 65535 characters; this text has 960001.',
    )
  })

  it('rich text: rejects a text that is nested deeper than 200 levels', async () => {
    const write = app.records.write('product', { title: 'Lamp', tax_class_id: 1, description: `${'<b>'.repeat(300)}x` })
    expect(await issuesOf(write)).to.include(
      'description_en_GB: Field Description takes HTML that is nested at most 200 levels deep.',
    )
  })

  it('rich text: rejects deep nesting whose tags or comments hide quotation marks', async () => {
    for (const html of [`<!-->${'<b>'.repeat(20_000)}`, '<b =">'.repeat(10_000), '<b a=x=">'.repeat(7_000)]) {
      const write = app.records.write('product', { title: 'Lamp', tax_class_id: 1, description: html })
      expect(await issuesOf(write)).to.include(
        'description_en_GB: Field Description takes HTML that is nested at most 200 levels deep.',
      )
    }
  })

  it('rich text: sanitizes a large text like a small one', async () => {
    const titles = { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 }
    const { id } = await app.records.write('product', {
      ...titles,
      description_en_GB: `<p onclick="x()">${'<b>word</b> '.repeat(2_000)}</p>`,
    })
    expect((await app.records.read('product', id)).record['description_en_GB']).to.equal(`<p>${'<b>word</b> '.repeat(2_000)}</p>`)
  })

  describe('drawings', () => {
    let product: number
    before(async () => {
      product = (await app.records.write('product', { title_en_GB: 'Desk', title_de_DE: 'Tisch', tax_class_id: 1 })).id
    })
    const upload = (text: string): Promise<void> => {
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text)
      }
      return storeRecordFile(app.context, { entity: 'product', id: product, field: 'image' }, { name: 'a.svg', bytes: bytes() })
    }

    it('svg: rejects a drawing of 1.4 MB before it is parsed', async () => {
      expect(await issuesOf(upload(`<svg>${'<g>'.repeat(466_000)}</svg>`))).to.deep.equal([
        'image: This drawing is larger than the limit of 1 MiB.',
      ])
    })

    it('svg: rejects a drawing that is nested deeper than 200 levels', async () => {
      expect(await issuesOf(upload(`<svg>${'<g>'.repeat(200)}<path d="M0 0"/></svg>`))).to.deep.equal([
        'image: This drawing is nested more than 200 levels deep.',
      ])
    })

    it('svg: refuses a drawing of 600 KB whose 200,000 nested elements follow a comment that ends at once', async () => {
      expect(await issuesOf(upload(`<svg><!-->${'<g>'.repeat(200_000)}`))).to.deep.equal([
        'image: This drawing is nested more than 200 levels deep.',
      ])
    })
  })
})
