// Imports the products of a checked package, each in its own transaction: a product is imported completely or not at all.
import { ServiceError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage } from '../../foundation/message.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type PackageContext, createPackageContext, prepareProduct } from '../check/check.js'
import { createTransferError, type CompletedProduct, describeTransferOutcome } from '../package/faults.js'
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
  try {
    const common = await createPackageContext(await initialWork.withoutSnapshot().at(), pack, how)
    await withTransferNote(initialWork.context, { what: 'import', name, products }, async (recordProduct) => {
      for (const { id, title } of manifestProducts) {
        progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
        imported.push(await withErrorTrail(`product ${id}`, () => importProduct(common, id, plans, recordProduct)))
      }
    })
    return imported
  } catch (error) {
    throw toImportError(initialWork, error, imported)
  }
}

async function importProduct(
  common: PackageContext,
  product: number,
  plans: ImportPlanCache,
  recordProduct: ProductRecorder,
): Promise<ImportResult> {
  const fresh = common.work.withoutSnapshot()
  const store = async (inside: ServiceContext & TransactionContext, plan: ImportPlan): Promise<ImportResult> => {
    const applied = await applyProduct(inside, plan)
    await recordProduct(inside.unit, String(product), applied.id)
    return applied
  }
  if (plans.has(product)) {
    // The unit itself checks that the shop is unchanged. A retry runs without a plan.
    const planned = await fresh.transact(async (planningWork) => {
      const inside = await planningWork.at()
      const cachedPlan = plans.take(inside, product)
      return cachedPlan && store(inside, cachedPlan)
    })
    if (planned) return planned
  }
  const work = await fresh.at()
  const { plan } = await prepareProduct({ ...common, work }, product, true)
  try {
    return await work.transact((inside) => store(inside, plan))
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
