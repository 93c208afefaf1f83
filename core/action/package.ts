// What the actions on transfer packages share: the package that is opened, its check, and what a proof finds in its products.
import { ServiceError } from '../ground/errors.js'
import { proveJob } from '../jobs/prove.js'
import { publishedTree } from '../product/published-tree.js'
import { productSource } from '../product/source.js'
import { loadProductTree } from '../product/tree.js'
import { Work } from '../storage/work.js'
import { type Checked, checkPackage, type Look, unreadable } from '../transfer/check/check.js'
import { finding, type TransferFinding } from '../transfer/check/findings.js'
import { failedTransfer } from '../transfer/failure.js'
import type { ImportHow } from '../transfer/import/define.js'
import { PackageFault } from '../transfer/package/faults.js'
import { openPackage, type Package } from '../transfer/package/open.js'
import { packagePlace, type PackagePlace } from '../transfer/package/place.js'
import type { ActionScope } from './define.js'
import { howOf, type PackageInput } from './package-arguments.js'

/** Opens the package, checks it and gives it to `then`, which may go on with it; a package that cannot be read is checked all the same. */
export async function withPackage<T>(
  scope: ActionScope,
  input: PackageInput,
  then: (checked: Checked, place: PackagePlace, pack: Package | null) => Promise<T> | T,
): Promise<T> {
  const { context, caller } = scope
  const place = packagePlace(context, caller, 'path', input.path)
  let pack: Package | null = null
  try {
    pack = await openPackage(place)
    scope.progress(`Checking ${pack.manifest.products.length} products.`)
    const checked = await checkPackage(new Work(context), pack, howOf(input), prover(scope, howOf(input)))
    return await then(checked, place, pack)
  } catch (error) {
    if (error instanceof PackageFault) return await then(unreadable(error), place, null)
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw failedTransfer(context, 'check', error)
  } finally {
    pack?.close()
  }
}

/** Seconds that the proofs of all products of a package may take together. */
const budget = 20

/** Reads the product as it would be, and proves it once the unit has been taken back. */
function prover({ context, jobs, caller, progress }: ActionScope, { mode }: ImportHow): Look {
  let left = budget
  return async (work, { id: local, product }) => {
    const { languages } = work.moment.snapshot
    const tree = await loadProductTree(context, work.unit, local, languages)
    if (!tree || left < 1) return async () => []
    const source = productSource(publishedTree(context.registry, context.platform, tree), 0)
    return async () => {
      const before = performance.now()
      try {
        const { findings } = await jobs.run(proveJob, source, { caller, seconds: Math.min(5, Math.ceil(left)), progress })
        return findings.map(
          ({ grade, message, entity, id, field }): TransferFinding =>
            // The ids that a copy had while it was tried are nobody's.
            finding(grade === 'warning' ? 'proof-warning' : 'proof-notice', message, {
              product,
              field,
              entity,
              ...(mode === 'exact' && { id }),
            }),
        )
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
        return [finding('proof-notice', `The rules of product ${product} were not proved: ${error.message}`, { product })]
      } finally {
        left -= (performance.now() - before) / 1_000
      }
    }
  }
}
