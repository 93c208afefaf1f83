// Products that are stored one after the other, each in a unit of its own, while those before them still wait for the COMMIT that they share.

/** Products under way at most: as many as are stored by one COMMIT. */
const most = 4

/** Runs what a product does in its unit; throws `Stopped` where one before it has failed meanwhile. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Nothing was done, because a product before it has failed. */
class Stopped extends Error {
  constructor() {
    super('A product before this one could not be imported.')
  }
}

interface Overlap<P, T> {
  /** True where the product is begun before those are stored that were begun before it. */
  readonly together: (product: NoInfer<P>) => boolean
  /** True for a failure after which the unit runs again. */
  readonly isRetried: (error: unknown) => boolean
  /** In the order of the products, those that stand. */
  readonly landed: T[]
}

/**
 * Does the work for one product after the other. Where one fails, none is begun after it and those that wait for their turn do nothing; it
 * throws what the first failed with once all that were begun have ended, and `landed` has those that stand.
 */
export async function overlapping<P, T>(
  products: readonly P[],
  { together, isRetried, landed }: Overlap<P, T>,
  work: (product: P, turn: Turn) => Promise<T>,
): Promise<void> {
  const failures: unknown[] = []
  let isStopped = false
  const stop = (): void => void (isStopped = true)
  const turn: Turn = async (inUnit) => {
    if (isStopped) throw new Stopped()
    try {
      return await inUnit()
    } catch (error) {
      // Told before the unit ends: the next one begins with that.
      if (!isRetried(error)) stop()
      throw error
    }
  }
  const fail = (error: unknown): void => {
    stop()
    if (!(error instanceof Stopped)) failures.push(error)
  }
  const done = new Map<number, T>()
  const underWay = new Set<Promise<void>>()
  for (const [index, product] of products.entries()) {
    const mayOverlap = together(product)
    if (!mayOverlap) await Promise.all(underWay)
    else if (underWay.size >= most) await Promise.race(underWay)
    if (isStopped) break
    const ended: Promise<void> = work(product, turn)
      .then((result) => void done.set(index, result), fail)
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
    if (!mayOverlap) await ended
  }
  await Promise.all(underWay)
  landed.push(...[...done].sort(([a], [b]) => a - b).map(([, result]) => result))
  if (failures.length > 0) throw failures[0]
}
