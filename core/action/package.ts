// Shared steps of the actions on transfer packages: opening, checking, and proving the products.
import { ServiceError } from '../foundation/errors.js'
import { proveJob } from '../jobs/prove.js'
import { Work } from '../storage/work.js'
import { type Checked, checkPackage, type Prove, unreadable } from '../transfer/check/check.js'
import { finding, type TransferFinding } from '../transfer/check/findings.js'
import { failedTransfer } from '../transfer/failure.js'
import type { ImportHow } from '../transfer/import/define.js'
import type { Plans } from '../transfer/import/plans.js'
import { stagedSource } from '../transfer/import/staged-source.js'
import { PackageFault } from '../transfer/package/faults.js'
import { openPackage, type Package } from '../transfer/package/open.js'
import { packagePlace, type PackagePlace } from '../transfer/package/place.js'
import type { ActionScope } from './define.js'
import type { PackageInput } from './package-arguments.js'

/** Opens the package and passes it to `then`. An unreadable package is passed to `unread` as a check result. */
export async function withPackage<T>(
  { context, caller }: ActionScope,
  input: PackageInput,
  then: (location: PackagePlace, pack: Package) => Promise<T>,
  onUnreadable: (place: PackagePlace, checked: Checked) => Promise<T> | T,
): Promise<T> {
  const location = packagePlace(context, caller, 'path', input.path)
  let pack: Package | null = null
  try {
    pack = await openPackage(location)
    return await then(location, pack)
  } catch (error) {
    if (error instanceof PackageFault) return await onUnreadable(location, unreadable(error))
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw failedTransfer(context, 'check', error)
  } finally {
    pack?.close()
  }
}

/** Checks the package. `plans` caches parsed products for the import. */
export function checkOpenPackage(scope: ActionScope, pack: Package, mode: ImportHow, plans?: Plans): Promise<Checked> {
  const { length } = pack.manifest.products
  scope.progress(`Checking ${length} ${length === 1 ? 'product' : 'products'}.`)
  return checkPackage(new Work(scope.context), pack, mode, { prove: createPackageProver(scope), plans })
}

/** Maximum duration in seconds of all proofs of a package together. */
const budget = 20

/** Creates a function that proves products in their imported form, in a worker thread. */
export function createPackageProver({ context, jobs, caller, progress }: ActionScope): Prove {
  let remaining = budget
  return async (planned) => {
    if (remaining < 1) return []
    const { product } = planned.staged
    const startTime = performance.now()
    try {
      const source = stagedSource(context, planned)
      const { findings } = await jobs.run(proveJob, source, { caller, seconds: Math.min(5, Math.ceil(remaining)), progress })
      return findings.map(
        ({ grade, message, entity, id, field }): TransferFinding =>
          finding(grade === 'warning' ? 'proof-warning' : 'proof-notice', message, { product, field, entity, id }),
      )
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
      return [finding('proof-notice', `The rules of product ${product} were not proved: ${error.message}`, { product })]
    } finally {
      remaining -= (performance.now() - startTime) / 1_000
    }
  }
}
