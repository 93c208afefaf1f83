// Imports products one after the other, each in its own unit of work, while earlier units wait for their shared COMMIT.

/** Maximum number of products in progress: one COMMIT stores as many. */
const maxInProgress = 4

/** Runs the work of a product inside its unit; throws `Stopped` if an earlier product has failed. */
export type PipelineTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Nothing was done because an earlier product failed. */
class PipelineStoppedError extends Error {
  constructor() {
    super('A product before this one could not be imported.')
  }
}

interface PipelineOptions<P, T> {
  /** True if the product may start before the products before it are committed. */
  readonly canOverlap: (product: NoInfer<P>) => boolean
  /** True for a failure after which the unit of work runs again. */
  readonly isRetried: (error: unknown) => boolean
  /** Receives the results of the committed products, in the order of the products. */
  readonly landed: T[]
}

/**
 * Runs the work for one product after the other. After a failure it starts no further product, and products that wait for their turn do
 * nothing. `previousStarted` resolves when the unit of the product before has begun: work that waits for it keeps the order of the
 * products. It throws the first failure after all started products have ended; `landed` then has the results of the committed products.
 */
export async function runPipelined<P, T>(
  products: readonly P[],
  { canOverlap, isRetried, landed }: PipelineOptions<P, T>,
  work: (product: P, turn: PipelineTurn, previousStarted: Promise<void>) => Promise<T>,
): Promise<void> {
  const failures: unknown[] = []
  let isStopped = false
  const stop = (): void => void (isStopped = true)
  const turn: PipelineTurn = async (inUnit) => {
    if (isStopped) throw new PipelineStoppedError()
    try {
      return await inUnit()
    } catch (error) {
      // Set before the unit ends, because the next unit starts then.
      if (!isRetried(error)) stop()
      throw error
    }
  }
  const fail = (error: unknown): void => {
    stop()
    if (!(error instanceof PipelineStoppedError)) failures.push(error)
  }
  const resultsByIndex = new Map<number, T>()
  const underWay = new Set<Promise<void>>()
  let previousStarted = Promise.resolve()
  for (const [index, product] of products.entries()) {
    const mayOverlap = canOverlap(product)
    if (!mayOverlap) await Promise.all(underWay)
    else if (underWay.size >= maxInProgress) await Promise.race(underWay)
    if (isStopped) break
    let markStarted = (): void => undefined
    const started = new Promise<void>((resolve) => (markStarted = resolve))
    const ownTurn: PipelineTurn = (inUnit) => {
      markStarted()
      return turn(inUnit)
    }
    const importRun: Promise<void> = work(product, ownTurn, previousStarted)
      .then((result) => void resultsByIndex.set(index, result), fail)
      .finally(() => {
        markStarted()
        underWay.delete(importRun)
      })
    previousStarted = started
    underWay.add(importRun)
    if (!mayOverlap) await importRun
  }
  await Promise.all(underWay)
  landed.push(...[...resultsByIndex].sort(([a], [b]) => a - b).map(([, result]) => result))
  if (failures.length > 0) throw failures[0]
}
