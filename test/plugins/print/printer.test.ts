// The printer: drawing in threads, fair turns between networks and staff, one drawing per document, and remembered failures.
import { join } from 'node:path'
import { expect } from 'chai'
import type { PrintRequester, StoredPictures } from '../../../core/commerce/document/define.js'
import type { PrintSheet } from '../../../plugins/print/define.js'
import { buildPrintSheet } from '../../../plugins/print/sheet.js'
import { ServiceError } from '../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { createPrinter, type Printer, type PrinterOptions, printJob } from '../../../plugins/print/printer.js'
import type { JobPool } from '../../../core/jobs/define-worker-job.js'
import { WorkerPool } from '../../../core/jobs/worker-pool.js'
import { stockTypes } from '../../core/engine/engine-product.js'
import { catchError } from '../../support/caught-error.js'
import { createFrozenConfig, createFrozenLine, createFrozenOrder, toSheetSource } from './frozen-documents.js'
import { repositoryRoot } from '../../support/repository.js'

const sheet = (number: number, lines = 1): PrintSheet =>
  buildPrintSheet(
    'confirmation',
    toSheetSource(createFrozenOrder({ values: { number }, lines: Array.from({ length: lines }, () => createFrozenLine()) })),
  )
const network = (address: string): PrintRequester => ({ network: address })
const nothing = async (): Promise<StoredPictures> => new Map()
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('latin1', 0, 5) === '%PDF-'

describe('the printer', function () {
  this.timeout(120_000)
  const pools: WorkerPool[] = []
  /** Jobs that end on request. */
  function createPendingJobs() {
    const ends: ((bytes: Uint8Array) => void)[] = []
    const run = () => new Promise((resolve) => ends.push(resolve))
    return { jobs: { run } as unknown as JobPool, ends }
  }
  const threaded = (options: PrinterOptions = {}, log: Log = silentLog, grace = 20_000): Printer => {
    const jobs = new WorkerPool(stockTypes, log, join(repositoryRoot, 'svc.config.ts'), { atOnce: Infinity, grace })
    pools.push(jobs)
    return createPrinter(jobs, options)
  }
  afterEach(async () => {
    for (const jobs of pools.splice(0)) await jobs.dispose()
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** A printer whose jobs end by document name. `started` lists the names in the order of their turns. */
  function steered(options: PrinterOptions = {}) {
    const started: string[] = []
    const ends = new Map<string, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>()
    const run = (_job: unknown, { sheet: { fileName } }: { sheet: PrintSheet }) => {
      started.push(fileName)
      return new Promise((resolve, reject) => ends.set(fileName, { resolve, reject }))
    }
    const printer = createPrinter({ run } as unknown as JobPool, options)
    const print = (number: number, requester: PrintRequester) => {
      const printed = printer.print(sheet(number), nothing, requester)
      printed.catch(() => undefined)
      return printed
    }
    const end = async (number: number) => {
      ends.get(`order-${number}`)!.resolve(new Uint8Array([number]))
      await settled()
    }
    return { started, ends, print, end }
  }

  it('draws in a worker thread with the same bytes as in the calling one, and does not block the event loop', async () => {
    const warned: string[] = []
    const printer = threaded({}, { ...silentLog, warn: (_fields, message) => void warned.push(message) })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    const bytes = await printer.print(sheet(1, 30), nothing, 'staff')
    clearInterval(timer)
    expect(isPdf(bytes)).to.equal(true)
    expect(ticks).to.be.greaterThan(20)
    expect(warned).to.deep.equal([])
    const scope = { types: stockTypes, spent: () => false, progress: () => undefined }
    expect(
      Buffer.from(bytes).equals((await printJob.run(scope, { sheet: sheet(1, 30), pictures: new Map(), fonts: [] }))!),
    ).to.equal(true)
  })

  it('draws a document once for requests of one network at the same time, and again for a later request', async () => {
    const { jobs, ends } = createPendingJobs()
    const printer = createPrinter(jobs)
    const printed = Array.from({ length: 50 }, () => printer.print(sheet(1), nothing, network('a')))
    await settled()
    expect(ends).to.have.length(1)
    ends[0]!(new Uint8Array([1]))
    expect(new Set(await Promise.all(printed)).size).to.equal(1)
    void printer.print(sheet(1), nothing, network('a'))
    await settled()
    expect(ends).to.have.length(2)
  })

  it('starts a staff print and the print of another network while one network has a full queue', async () => {
    const { started, print, end } = steered({ waitingPerNetwork: 5 })
    const flood = [1, 2, 3, 4, 5, 6].map((number) => print(number, network('a')))
    await settled()
    expect(started).to.deep.equal(['order-1'])
    const other = print(7, network('b'))
    const staff = print(8, 'staff')
    await settled()
    expect(started).to.deep.equal(['order-1', 'order-7', 'order-8'])
    await end(8)
    await end(7)
    expect([...(await staff), ...(await other)]).to.deep.equal([8, 7])
    for (const number of [1, 2, 3, 4, 5, 6]) await end(number)
    expect((await Promise.all(flood)).map(([first]) => first)).to.deep.equal([1, 2, 3, 4, 5, 6])
  })

  it('starts staff prints while shoppers use all their slots, and keeps shoppers out of the staff slot', async () => {
    const { started, print, end } = steered({ atOnce: 1 })
    for (const [index, name] of ['a', 'b', 'c'].entries()) void print(index + 1, network(name))
    await settled()
    expect(started).to.deep.equal(['order-1'])
    void print(4, 'staff')
    await settled()
    expect(started).to.deep.equal(['order-1', 'order-4'])
    await end(4)
    expect(started).to.have.length(2)
  })

  it('serves the networks in rotation', async () => {
    const { started, print, end } = steered({ atOnce: 1, waitingPerNetwork: 5 })
    for (const number of [1, 2, 3]) void print(number, network('a'))
    for (const number of [4, 5]) void print(number, network('b'))
    void print(6, network('c'))
    await settled()
    for (const number of [1, 4, 6, 2, 5, 3]) await end(number)
    expect(started).to.deep.equal([1, 4, 6, 2, 5, 3].map((number) => `order-${number}`))
  })

  it('starts a document that waits in the queue of a network when staff request it', async () => {
    const { started, print, end } = steered()
    void print(1, network('a'))
    void print(2, network('a'))
    const staff = print(2, 'staff')
    await settled()
    expect(started).to.deep.equal(['order-1', 'order-2'])
    await end(2)
    expect([...(await staff)]).to.deep.equal([2])
  })

  it('rejects a network with a full queue by 429, and all shoppers once the whole queue is full', async () => {
    const { jobs, ends } = createPendingJobs()
    const printer = createPrinter(jobs, { atOnce: 1, waiting: 3, waitingPerNetwork: 2 })
    const opened: number[] = []
    const print = (number: number, address: string) =>
      printer.print(
        sheet(number),
        async () => {
          opened.push(number)
          return new Map()
        },
        network(address),
      )
    const printed = [print(1, 'a'), print(2, 'a'), print(3, 'a')]
    const refused = await catchError(print(4, 'a'))
    const messageKey = '2 documents from your network wait to be printed, the most that may. Try again in 5 seconds.'
    expect(refused).to.include({ code: 'TOO_MANY_REQUESTS', message: messageKey, retryAfter: 5 })
    printed.push(print(5, 'b'))
    const full = await catchError(print(6, 'c'))
    expect(full).to.include({ code: 'NOT_READY', retryAfter: 5 })
    expect(full.message).to.equal('3 documents wait to be printed, the most that may. Try again in 5 seconds.')
    expect(opened).to.deep.equal([1])
    for (let nth = 0; nth < 4; nth++) {
      await settled()
      ends[nth]!(new Uint8Array())
    }
    await Promise.all(printed)
    expect(opened, 'pictures are read when the turn comes').to.deep.equal([1, 5, 2, 3])
    const again = print(4, 'a')
    await settled()
    ends[4]!(new Uint8Array())
    await again
  })

  it('frees the slot of a document that fails', async () => {
    const jobs = { run: () => Promise.reject(new Error('broken')) } as unknown as JobPool
    const printer = createPrinter(jobs, { atOnce: 1, waiting: 0 })
    for (const number of [1, 2, 3]) {
      expect((await catchError(printer.print(sheet(number), nothing, network('a')))).message).to.equal('broken')
    }
  })

  it('rejects a document for five minutes after it failed, and prints others', async () => {
    let now = Date.parse('2030-01-01')
    const { started, ends, print, end } = steered({ clock: { now: () => now } })
    const first = print(1, network('a'))
    await settled()
    ends.get('order-1')!.reject(new Error('broken'))
    expect((await catchError(first)).message).to.equal('broken')
    now += 60_000
    for (const requester of [network('a'), network('b'), 'staff' as const]) {
      const refused = await catchError(print(1, requester))
      expect(refused).to.include({ code: 'NOT_READY', retryAfter: 240 })
      expect(refused.message).to.equal("'order-1' could not be printed a moment ago. Try again in 240 seconds.")
    }
    void print(2, network('a'))
    await settled()
    await end(2)
    expect(started).to.deep.equal(['order-1', 'order-2'])
    now += 240_000
    const again = print(1, network('a'))
    await settled()
    await end(1)
    expect([...(await again)]).to.deep.equal([1])
  })

  it('does not remember failures of the environment: unreadable pictures, or a service that stops', async () => {
    const stops = new ServiceError('NOT_READY', 'The job was cancelled because the service is stopping.')
    const { ends, print } = steered()
    for (let time = 0; time < 2; time++) {
      const printed = print(1, 'staff')
      await settled()
      ends.get('order-1')!.reject(stops)
      expect(await catchError(printed)).to.equal(stops)
    }
    const printer = createPrinter({ run: async () => new Uint8Array() } as unknown as JobPool)
    const unreadable = () => Promise.reject(new Error('no file'))
    expect((await catchError(printer.print(sheet(1), unreadable, 'staff'))).message).to.equal('no file')
    expect([...(await printer.print(sheet(1), nothing, 'staff'))]).to.deep.equal([])
  })

  const late = "'order-2' could not be printed within 0.001 seconds. Try again in 300 seconds."
  for (const [end, grace] of [
    ['is stopped', 0],
    ['ends later', 20_000],
  ] as const) {
    it(`abandons a print that takes too long and ${end}, with a specific message`, async () => {
      const error = await catchError(threaded({ seconds: 0.001 }, silentLog, grace).print(sheet(2, 100), nothing, network('a')))
      expect(error).to.include({ code: 'NOT_READY', message: late })
    })
  }

  it('prints an order of 100 lines whose notes alternate 2,000 Latin and Arabic letters', async () => {
    const note = 'aب'.repeat(1_000)
    const lines = Array.from({ length: 100 }, () => createFrozenLine({ note }))
    const document = createFrozenOrder({ values: { number: 9, note }, lines })
    const printed = await threaded().print(buildPrintSheet('confirmation', toSheetSource(document)), nothing, network('a'))
    expect(isPdf(printed)).to.equal(true)
  })

  it('prints an order of 100 lines with 20 text answers of 2,000 alternating letters each', async () => {
    const config = Array.from({ length: 20 }, (_, index) =>
      createFrozenConfig(`Text ${index}`, '', { entry: 'aب'.repeat(1_000), ordering: index }),
    )
    const lines = Array.from({ length: 100 }, () => createFrozenLine({}, { config }))
    const document = createFrozenOrder({ values: { number: 10 }, lines })
    const printed = await threaded().print(buildPrintSheet('confirmation', toSheetSource(document)), nothing, network('a'))
    expect(isPdf(printed)).to.equal(true)
  })
})
