// The printer: beside those who are served, a bounded number at a time, one drawing for all who want the same document.
import { join } from 'node:path'
import { expect } from 'chai'
import type { GivenPictures, Printer, PrintSheet } from '../../../core/commerce/print/define.js'
import { sheetOf } from '../../../core/commerce/print/sheet.js'
import { type Log, silentLog } from '../../../core/ground/log.js'
import { createPrinter, type PrinterBounds } from '../../../core/job/printer.js'
import { createJobs, type Jobs } from '../../../core/job/runner.js'
import { printJob } from '../../../core/jobs/print.js'
import { stockTypes } from '../../support/engine-product.js'
import { failure } from '../../support/failure.js'
import { frozenLine, frozenOrder } from '../../support/frozen.js'
import { root } from '../../support/repository.js'

const sheet = (number: number, lines = 1): PrintSheet =>
  sheetOf('confirmation', {
    document: frozenOrder({ values: { number }, lines: Array.from({ length: lines }, () => frozenLine()) }),
    sentences: {},
  })
const nothing = async (): Promise<GivenPictures> => new Map()
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('latin1', 0, 5) === '%PDF-'

describe('the printer', function () {
  this.timeout(120_000)
  const made: Jobs[] = []
  /** Jobs that end when they are told to. */
  function held() {
    const ends: ((bytes: Uint8Array) => void)[] = []
    const run = () => new Promise((resolve) => ends.push(resolve))
    return { jobs: { run, stop: async () => {} } as unknown as Jobs, ends }
  }
  const threaded = (bounds: PrinterBounds = {}, log: Log = silentLog, grace = 20_000): Printer => {
    const jobs = createJobs({ types: stockTypes, log, file: join(root, 'svc.config.ts'), atOnce: Infinity, grace })
    made.push(jobs)
    return createPrinter(jobs, bounds)
  }
  afterEach(async () => {
    for (const jobs of made.splice(0)) await jobs.stop()
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('draws in a thread, as the same bytes as anywhere else, and leaves the event loop to the others', async () => {
    const warned: string[] = []
    const printer = threaded({}, { ...silentLog, warn: (_fields, message) => void warned.push(message) })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    const bytes = await printer.print(sheet(1, 30), nothing)
    clearInterval(timer)
    expect(isPdf(bytes)).to.equal(true)
    expect(ticks).to.be.greaterThan(20)
    expect(warned).to.deep.equal([])
    const scope = { types: stockTypes, spent: () => false, progress: () => undefined }
    expect(
      Buffer.from(bytes).equals((await printJob.run(scope, { sheet: sheet(1, 30), pictures: new Map(), fonts: [] }))!),
    ).to.equal(true)
  })

  it('draws a document once for all who want it at the same time, and again for who comes later', async () => {
    const { jobs, ends } = held()
    const printer = createPrinter(jobs)
    const wanted = Array.from({ length: 50 }, () => printer.print(sheet(1), nothing))
    await settled()
    expect(ends).to.have.length(1)
    ends[0]!(new Uint8Array([1]))
    expect(new Set(await Promise.all(wanted)).size).to.equal(1)
    void printer.print(sheet(1), nothing)
    await settled()
    expect(ends).to.have.length(2)
  })

  it('lets so many wait and no more, and asks for pictures when their turn has come', async () => {
    const { jobs, ends } = held()
    const printer = createPrinter(jobs, { atOnce: 1, waiting: 2 })
    const asked: number[] = []
    const print = (number: number) =>
      printer.print(sheet(number), async () => {
        asked.push(number)
        return new Map()
      })
    const first = [print(1), print(2), print(3)]
    const late = await failure(print(4))
    expect(late).to.include({ code: 'NOT_READY' })
    expect(late.message).to.equal('3 documents are being printed, as many as may at once. Ask again in a moment.')
    expect(asked).to.deep.equal([1])
    for (let nth = 0; nth < 3; nth++) {
      await settled()
      ends[nth]!(new Uint8Array())
    }
    await Promise.all(first)
    expect(asked).to.deep.equal([1, 2, 3])
    const again = print(4)
    await settled()
    ends[3]!(new Uint8Array())
    await again
  })

  it('gives its turn on where a document fails', async () => {
    const jobs = { run: () => Promise.reject(new Error('broken')), stop: async () => {} } as unknown as Jobs
    const printer = createPrinter(jobs, { atOnce: 1, waiting: 0 })
    for (let time = 0; time < 3; time++) expect((await failure(printer.print(sheet(1), nothing))).message).to.equal('broken')
  })

  const late = "'order-2' could not be printed within 0.001 seconds. Ask again in a moment."
  for (const [end, grace] of [
    ['stops', 0],
    ['ends by itself', 20_000],
  ] as const) {
    it(`gives up what ${end} because it takes too long, with a sentence of its own`, async () => {
      const error = await failure(threaded({ seconds: 0.001 }, silentLog, grace).print(sheet(2, 100), nothing))
      expect(error).to.include({ code: 'NOT_READY', message: late })
    })
  }
})
