// Imports a package of one product in one pass: storing it is the check, and a blocking finding rolls it back.
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { ServiceContext } from '../../storage/service-context.js'
import {
  type CheckResult,
  createCheckResult,
  createPackageContext,
  hasGrade,
  checkManifest,
  prepareProduct,
  type ProductProver,
  toRefusalFindings,
  findImportEffects,
} from '../check/check.js'
import type { TransferFinding } from '../check/findings.js'
import { withTransferNote } from '../transfer-note.js'
import { applyProduct } from './apply.js'
import type { ImportResult, ProductImportOptions } from './define.js'
import { type ImportSource, toImportError } from './import.js'

/** Rolls back the unit of work because a finding blocks the import. */
class ImportBlockedError extends Error {
  constructor(readonly checked: CheckResult) {
    super('Findings of the check block the import.')
  }
}

export interface SingleImportOptions {
  readonly prove: ProductProver
  /** True if a finding blocks the import; called inside the unit of work. */
  isBlocked(checked: CheckResult): boolean
  progress(sentence: string): void
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
    progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
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
