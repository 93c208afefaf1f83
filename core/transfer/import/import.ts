// Imports the products of a checked package, each in its own transaction: a product is imported completely or not at all.
import { ServiceError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage } from '../../foundation/message.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type PackageContext, createPackageContext, prepareProduct } from '../check/check.js'
import { createTransferError, type CompletedProduct, describeTransferOutcome } from '../transfer-error.js'
import type { Package } from '../package/open.js'
import { applyProduct } from './apply.js'
import { type ProductRecorder, withTransferNote } from '../transfer-note.js'
import type { ImportResult, ProductImportOptions } from './define.js'
import type { ImportPlanCache } from './import-plan-cache.js'
import type { ImportPlan } from './import-plan.js'

export interface ImportRun {
  /** Plans of the preceding check. */
  readonly plans: ImportPlanCache
  progress(sentence: string): void
}

export interface ImportSource {
  readonly pack: Package
  /** File name of the package, shown to users. */
  readonly name: string
}

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
  readonly imported: T[]
}

/**
 * Runs the work for one product after the other. After a failure it starts no further product, and products that wait for their turn do
 * nothing. `previousStarted` resolves when the unit of the product before has begun: work that waits for it keeps the order of the
 * products. It throws the first failure after all started products have ended; `landed` then has the results of the committed products.
 */
export async function runPipelined<P, T>(
  products: readonly P[],
  { canOverlap, isRetried, imported }: PipelineOptions<P, T>,
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
  imported.push(...[...resultsByIndex].sort(([a], [b]) => a - b).map(([, result]) => result))
  if (failures.length > 0) throw failures[0]
}

/**
 * Reports each product to `progress`. Throws errors that the caller can fix, and TRANSFER_FAILED for all others. Both name the products
 * that were imported before and stay imported.
 */
export async function importPackage(
  initialWork: ServiceContext,
  { pack, name }: ImportSource,
  how: ProductImportOptions,
  { plans, progress }: ImportRun,
): Promise<readonly ImportResult[]> {
  const imported: ImportResult[] = []
  const { products: manifestProducts } = pack.manifest
  const products = manifestProducts.map(({ id, title }) => ({ key: String(id), title: title.slice(0, 60) }))
  const { dialect } = initialWork.context.database
  // A database without row locks has one writer at a time. Its units may share a COMMIT, which pays off for products whose COMMIT takes as
  // long as the writes.
  const isOverlappable = ({ id }: { readonly id: number }): boolean => dialect.forUpdate === '' && plans.isShort(id)
  try {
    const common = await createPackageContext(await initialWork.withoutSnapshot().at(), pack, how)
    await withTransferNote(initialWork.context, { what: 'import', name, products }, (recordProduct) =>
      runPipelined(
        manifestProducts,
        { canOverlap: isOverlappable, isRetried: (error) => dialect.isRetryable(error), imported },
        async ({ id, title }, turn, previousStarted) => {
          progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
          return await withErrorTrail(`product ${id}`, () =>
            importProduct(common, id, { plans, recordProduct, turn, previousStarted }),
          )
        },
      ),
    )
    return imported
  } catch (error) {
    throw toImportError(initialWork, error, imported)
  }
}

interface ProductImportRun {
  readonly plans: ImportPlanCache
  readonly recordProduct: ProductRecorder
  readonly turn: PipelineTurn
  /** The unit of the product before has begun. */
  readonly previousStarted: Promise<void>
}

async function importProduct(
  common: PackageContext,
  product: number,
  { plans, recordProduct, turn, previousStarted }: ProductImportRun,
): Promise<ImportResult> {
  const fresh = common.work.withoutSnapshot()
  const stored = async (inside: ServiceContext & TransactionContext, importPlan: ImportPlan): Promise<ImportResult> => {
    const applied = await applyProduct(inside, importPlan)
    await recordProduct(inside.unit, String(product), applied.id)
    return applied
  }
  if (plans.has(product)) {
    await previousStarted
    // The unit itself checks that the shop is unchanged. A retry runs without a plan.
    const planned = await fresh.transact((planningWork) =>
      turn(async () => {
        const inside = await planningWork.at()
        const cachedPlan = plans.take(inside, product)
        return cachedPlan && stored(inside, cachedPlan)
      }),
    )
    if (planned) return planned
  }
  const work = await fresh.at()
  const { plan } = await prepareProduct({ ...common, work }, product, true)
  await previousStarted
  try {
    return await work.transact((inside) => turn(() => stored(inside, plan)))
  } catch (error) {
    await plan.files.drop()
    throw error
  }
}

/** The error of an import in the form that its caller receives. */
export function toImportError({ context }: ServiceContext, error: unknown, imported: readonly CompletedProduct[]): unknown {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') {
    return createTransferError(context, 'import', error, imported)
  }
  const outcome = describeTransferOutcome('import', imported)
  const message = createMessage('errors.sentences', { first: getMessage(error), rest: outcome })
  if (!(error instanceof ValidationError)) return new ServiceError(error.code, message, { cause: error })
  return new ValidationError(error.issues, message)
}
