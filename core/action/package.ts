// What the actions on transfer packages share: the package that is opened, its check, and what a proof finds in its products.
import { ServiceError } from '../ground/errors.js'
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

/** Opens the package and gives it to `then`; what cannot be read as one is what a check of it finds. */
export async function withPackage<T>(
  { context, caller }: ActionScope,
  input: PackageInput,
  then: (place: PackagePlace, pack: Package) => Promise<T>,
  unread: (place: PackagePlace, checked: Checked) => Promise<T> | T,
): Promise<T> {
  const place = packagePlace(context, caller, 'path', input.path)
  let pack: Package | null = null
  try {
    pack = await openPackage(place)
    return await then(place, pack)
  } catch (error) {
    if (error instanceof PackageFault) return await unread(place, unreadable(error))
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw failedTransfer(context, 'check', error)
  } finally {
    pack?.close()
  }
}

/** What a check of the package finds; `plans` keep what an import may take as it is. */
export function checked(scope: ActionScope, pack: Package, how: ImportHow, plans?: Plans): Promise<Checked> {
  const { length } = pack.manifest.products
  scope.progress(`Checking ${length} ${length === 1 ? 'product' : 'products'}.`)
  return checkPackage(new Work(scope.context), pack, how, { prove: prover(scope), plans })
}

/** Seconds that the proofs of all products of a package may take together. */
const budget = 20

/** Proves products as they would be, in a thread of its own. */
export function prover({ context, jobs, caller, progress }: ActionScope): Prove {
  let left = budget
  return async (wanted) => {
    if (left < 1) return []
    const { product } = wanted.staged
    const before = performance.now()
    try {
      const source = stagedSource(context, wanted)
      const { findings } = await jobs.run(proveJob, source, { caller, seconds: Math.min(5, Math.ceil(left)), progress })
      return findings.map(
        ({ grade, message, entity, id, field }): TransferFinding =>
          finding(grade === 'warning' ? 'proof-warning' : 'proof-notice', message, { product, field, entity, id }),
      )
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
      return [finding('proof-notice', `The rules of product ${product} were not proved: ${error.message}`, { product })]
    } finally {
      left -= (performance.now() - before) / 1_000
    }
  }
}
