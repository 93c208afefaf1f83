// Imports the products of a checked package, each in its own transaction: a product is imported completely or not at all.
import { ServiceError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type PackageContext, createPackageContext, prepareProduct } from '../check/check.js'
import { createTransferError, type CompletedProduct, describeTransferOutcome } from '../transfer-error.js'
import type { Package } from '../package/open.js'
import { applyProduct } from './apply.js'
import { type ProductRecorder, withTransferNote } from '../transfer-note.js'
import type { ImportResult, ProductImportOptions } from './define.js'
import { runPipelined, type PipelineTurn } from './pipelined-imports.js'
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
  const landed: ImportResult[] = []
  const { products: manifestProducts } = pack.manifest
  const products = manifestProducts.map(({ id, title }) => ({ key: String(id), title: title.slice(0, 60) }))
  const { dialect } = initialWork.context.database
  // A database without row locks has one writer at a time. Its units may share a COMMIT, which pays off for products whose COMMIT takes as
  // long as the writes.
  const isOverlappable = ({ id }: { readonly id: number }): boolean => dialect.forUpdate === '' && plans.isShort(id)
  try {
    const common = await createPackageContext(await initialWork.anew().at(), pack, how)
    await withTransferNote(initialWork.context, { what: 'import', name, products }, (land) =>
      runPipelined(
        manifestProducts,
        { canOverlap: isOverlappable, isRetried: (error) => dialect.isRetryable(error), landed },
        async ({ id, title }, turn, previousStarted) => {
          progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
          return await withErrorTrail(`product ${id}`, () => importProduct(common, id, { plans, land, turn, previousStarted }))
        },
      ),
    )
    return landed
  } catch (error) {
    throw toImportError(initialWork, error, landed)
  }
}

interface ProductImportRun {
  readonly plans: ImportPlanCache
  readonly land: ProductRecorder
  readonly turn: PipelineTurn
  /** The unit of the product before has begun. */
  readonly previousStarted: Promise<void>
}

async function importProduct(
  common: PackageContext,
  product: number,
  { plans, land, turn, previousStarted }: ProductImportRun,
): Promise<ImportResult> {
  const fresh = common.work.anew()
  const stored = async (inside: ServiceContext & TransactionContext, importPlan: ImportPlan): Promise<ImportResult> => {
    const applied = await applyProduct(inside, importPlan)
    await land(inside.unit, String(product), applied.id)
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
export function toImportError({ context }: ServiceContext, error: unknown, landed: readonly CompletedProduct[]): unknown {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') {
    return createTransferError(context, 'import', error, landed)
  }
  const outcome = describeTransferOutcome('import', landed)
  if (!(error instanceof ValidationError)) return new ServiceError(error.code, `${error.message} ${outcome}`, { cause: error })
  return new ValidationError(error.issues, `${error.message} ${outcome}`)
}
