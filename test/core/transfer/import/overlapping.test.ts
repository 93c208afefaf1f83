// Concurrent imports of the products of a package: in order, four at a time, and none after a failed one.
import { expect } from 'chai'
import { runPipelined, type PipelineTurn } from '../../../../core/transfer/import/import.js'

/** Units that run one after the other, with a COMMIT outside of the turn, as on a database with one writer. */
function oneWriter() {
  let last: Promise<unknown> = Promise.resolve()
  const counts = { open: 0, most: 0 }
  async function stored<T>(turn: PipelineTurn, work: () => Promise<T>): Promise<T> {
    counts.most = Math.max(counts.most, ++counts.open)
    try {
      const mine = last.then(() => turn(work))
      last = mine.catch(() => undefined)
      const result = await mine
      await new Promise((resolve) => setTimeout(resolve, 2))
      return result
    } finally {
      counts.open--
    }
  }
  return { seen: counts, stored }
}

const products = Array.from({ length: 12 }, (_, n) => n)
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('Concurrent imports of products', () => {
  it('start in order, run four at a time, and return their results in order', async () => {
    const { seen: counts, stored } = oneWriter()
    const started: number[] = []
    const work = (n: number, turn: PipelineTurn) => stored(turn, async () => (started.push(n), n * 10))
    const imported: number[] = []
    await runPipelined(products, { canOverlap: () => true, isRetried: () => false, imported }, work)
    expect(started).to.deep.equal(products)
    expect(imported).to.deep.equal(products.map((n) => n * 10))
    expect(counts.most).to.equal(4)
  })

  it('wait for all previous products, and block later ones, if a product must run alone', async () => {
    const { seen: counts, stored } = oneWriter()
    const alone: number[] = []
    const work = (n: number, turn: PipelineTurn) => {
      if (n % 3 === 0) alone.push(counts.open)
      return stored(turn, async () => n)
    }
    await runPipelined(products, { canOverlap: (n) => n % 3 !== 0, isRetried: () => false, imported: [] as number[] }, work)
    expect(alone).to.deep.equal([0, 0, 0, 0])
    expect(counts.most).to.equal(2)
  })

  it('stop after a failed product, with its error and the list of imported products', async () => {
    const { stored } = oneWriter()
    const finished: number[] = []
    const work = (n: number, turn: PipelineTurn) =>
      stored(turn, async () => {
        if (n === 5) throw new Error('refused')
        finished.push(n)
        return n
      }).catch((error: unknown) => {
        throw n === 5 ? Object.assign(new Error('product 5'), { cause: error }) : error
      })
    const imported: number[] = []
    const error = await failure(runPipelined(products, { canOverlap: () => true, isRetried: () => false, imported }, work))
    expect(error).to.have.property('message', 'product 5')
    expect(finished).to.deep.equal([0, 1, 2, 3, 4])
    expect(imported).to.deep.equal(finished)
  })

  it('continue if a unit is retried', async () => {
    const { stored } = oneWriter()
    let runs = 0
    const busy = new Error('busy')
    const work = async (n: number, turn: PipelineTurn): Promise<number> => {
      const tryWrite = () =>
        stored(turn, async () => {
          if (n === 5 && ++runs === 1) throw busy
          return n
        })
      return tryWrite().catch(tryWrite)
    }
    const isRetried = (error: unknown): boolean => error === busy
    const imported: number[] = []
    await runPipelined(products, { canOverlap: () => true, isRetried, imported }, work)
    expect(imported).to.deep.equal(products)
  })
})
