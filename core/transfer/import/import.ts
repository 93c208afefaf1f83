// Imports the products of a checked package, each in its own transaction: a product is imported completely or not at all.
import { ServiceError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage, type MessageText } from '../../foundation/message.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import {
  type PackageContext,
  createPackageContext,
  prepareProduct,
  type CheckResult,
  createCheckResult,
  hasGrade,
  checkManifest,
  type ProductProver,
  toRefusalFindings,
  findImportEffects,
} from '../check/check.js'
import { createTransferError, type CompletedProduct, describeTransferOutcome } from '../package/format.js'
import type { Package } from '../package/open.js'
import { applyProduct } from './apply.js'
import { type ProductRecorder, withTransferNote } from '../transfer-note.js'
import type { ImportResult, ProductImportOptions } from './define.js'
import type { ImportPlanCache, ImportPlan } from './import-plan.js'
import type { TransferFinding } from '../findings.js'

interface ImportRun {
  /** Plans of the preceding check. */
  readonly plans: ImportPlanCache
  progress(message: MessageText): void
}

interface ImportSource {
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
        progress(createMessage('results.importingProduct', { id, title: title.slice(0, 100) }))
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
function toImportError({ context }: ServiceContext, error: unknown, imported: readonly CompletedProduct[]): unknown {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') {
    return createTransferError(context, 'import', error, imported)
  }
  const outcome = describeTransferOutcome('import', imported)
  const message = createMessage('errors.sentences', { first: getMessage(error), rest: outcome })
  if (!(error instanceof ValidationError)) return new ServiceError(error.code, message, { cause: error })
  return new ValidationError(error.issues, message)
}

// Imports a package of one product in one pass: storing it is the check, and a blocking finding rolls it back.

/** Rolls back the unit of work because a finding blocks the import. */
class ImportBlockedError extends Error {
  constructor(readonly checked: CheckResult) {
    super('Findings of the check block the import.')
  }
}

interface SingleImportOptions {
  readonly prove: ProductProver
  /** True if a finding blocks the import; called inside the unit of work. */
  isBlocked(checked: CheckResult): boolean
  progress(message: MessageText): void
}

/**
 * Proves the product before the first write, so no writer waits for a solver. If a finding blocks the product, `stored` is false and
 * nothing changed. PackageFault for an incomplete package, TRANSFER_FAILED for a failure that the caller cannot fix.
 */
export async function importSingleProduct(
  initialWork: ServiceContext,
  { pack, name }: ImportSource,
  how: ProductImportOptions,
  { prove, isBlocked, progress }: SingleImportOptions,
): Promise<{ readonly checked: CheckResult; readonly stored: boolean }> {
  const work = await initialWork.withoutSnapshot().at()
  const { id, title } = pack.manifest.products[0]!
  await pack.verify()
  const common = await createPackageContext(work, pack, how)
  const { plan, carriesCode, findings } = await prepareProduct(common, id, true)
  const allFindings: TransferFinding[] = [
    ...checkManifest(pack.manifest, work.versionedSnapshot.snapshot.languages),
    ...common.findings,
    ...findings,
  ]
  const checkedSoFar = (more: readonly TransferFinding[], applied: readonly ImportResult[]): CheckResult =>
    createCheckResult([...allFindings, ...more], applied, carriesCode)
  let stored = false
  try {
    if (hasGrade(allFindings, 'blocker')) return { checked: checkedSoFar([], []), stored }
    allFindings.push(...(await prove(plan)))
    progress(createMessage('results.importingProduct', { id, title: title.slice(0, 100) }))
    const products = [{ key: String(id), title: title.slice(0, 60) }]
    const checked = await withTransferNote(work.context, { what: 'import', name, products }, (land) =>
      withErrorTrail(`product ${id}`, () =>
        work.transact(async (inside) => {
          const applied = await applyProduct(inside, plan)
          const whole = checkedSoFar(findImportEffects(applied, plan), [applied])
          if (isBlocked(whole)) throw new ImportBlockedError(whole)
          await land(inside.unit, String(id), applied.id)
          return whole
        }),
      ),
    )
    stored = true
    return { checked, stored }
  } catch (error) {
    if (error instanceof ImportBlockedError) return { checked: error.checked, stored }
    if (error instanceof ValidationError) return { checked: checkedSoFar(toRefusalFindings(error, id), []), stored }
    throw toImportError(work, error, [])
  } finally {
    if (!stored) await plan.files.drop()
  }
}
