// Shared steps of the actions on transfer packages: opening, checking, and proving the products.
import type { ProductSource } from '../engine/program/source.js'
import { createMessage, getMessage } from '../foundation/message.js'
import { ServiceError } from '../foundation/errors.js'
import type { Property } from '../foundation/property/kind.js'
import { proveJob } from '../jobs/prove.js'
import { createPublishedTree } from '../product/published-tree.js'
import { toProductSource } from '../product/source.js'
import type { Context } from '../storage/context.js'
import { resolveDefaultValue } from '../storage/pipeline/prepare-for-storage.js'
import { getLayout, emptyValue } from '../storage/record/present.js'
import type { LoadedRecord } from '../storage/record/load.js'
import { ServiceContext } from '../storage/service-context.js'
import { type CheckResult, checkPackage, type ProductProver, createUnreadableResult } from '../transfer/check/check.js'
import { createTransferFinding, type TransferFinding } from '../transfer/findings.js'
import type { ImportPlan, ImportPlanCache } from '../transfer/import/import-plan.js'
import { createTransferError, PackageFault } from '../transfer/package/format.js'
import type { ProductImportOptions } from '../transfer/import/define.js'
import { openPackage, type Package } from '../transfer/package/open.js'
import { resolvePackageLocation, type PackageLocation } from '../transfer/package/package-location.js'
import type { ActionScope } from './define-action.js'
import type { PackageInput } from './arguments.js'

/** Opens the package and passes it to `then`. An unreadable package is passed to `unread` as a check result. */
export async function withPackage<T>(
  { context, caller }: ActionScope,
  input: PackageInput,
  then: (location: PackageLocation, pack: Package) => Promise<T>,
  onUnreadable: (place: PackageLocation, checked: CheckResult) => Promise<T> | T,
): Promise<T> {
  const location = resolvePackageLocation(context, caller, 'path', input.path)
  let pack: Package | null = null
  try {
    pack = await openPackage(location)
    return await then(location, pack)
  } catch (error) {
    if (error instanceof PackageFault) return await onUnreadable(location, createUnreadableResult(error))
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw createTransferError(context, 'check', error)
  } finally {
    pack?.close()
  }
}

/** Checks the package. `plans` caches parsed products for the import. */
export function checkOpenPackage(
  scope: ActionScope,
  pack: Package,
  mode: ProductImportOptions,
  plans?: ImportPlanCache,
): Promise<CheckResult> {
  const { length } = pack.manifest.products
  scope.progress(createMessage('results.checkingProducts', { count: length }))
  return checkPackage(new ServiceContext(scope.context), pack, mode, { prove: createPackageProver(scope), plans })
}

/** Maximum duration in seconds of all proofs of a package together. */
const proofBudgetSeconds = 20

/** Uses the ids of the package. Fields that the package lacks have the defaults of a new record. */
function createParsedSource(context: Context, { members }: Pick<ImportPlan, 'members'>): ProductSource {
  const starting = new Map<Property, unknown>()
  const start = (property: Property): unknown => {
    if (!starting.has(property)) starting.set(property, resolveDefaultValue(property, { context }) ?? emptyValue(property))
    return starting.get(property)
  }
  const tree = new Map<string, LoadedRecord[]>()
  for (const { entity, record } of members) {
    const missingProperties = getLayout(entity).stored.filter(({ name }) => record.values[name] === undefined)
    const filled = missingProperties.map((property) => [property.name, start(property)] as const)
    const records = tree.get(entity.name) ?? []
    records.push(
      missingProperties.length === 0 ? record : { ...record, values: { ...record.values, ...Object.fromEntries(filled) } },
    )
    tree.set(entity.name, records)
  }
  return toProductSource(createPublishedTree(context.registry, context.platform, tree), 0)
}

/** Creates a function that proves products in their imported form, in a worker thread. */
export function createPackageProver({ context, jobs, caller, progress }: ActionScope): ProductProver {
  let remaining = proofBudgetSeconds
  return async (planned) => {
    if (remaining < 1) return []
    const { product } = planned.parsedProduct
    const startTime = performance.now()
    try {
      const source = createParsedSource(context, planned)
      const { findings } = await jobs.run(proveJob, source, { caller, seconds: Math.min(5, Math.ceil(remaining)), progress })
      return findings.map(
        ({ grade, entity, id, field, ...finding }): TransferFinding =>
          createTransferFinding(grade === 'warning' ? 'proof-warning' : 'proof-notice', getMessage(finding), {
            product,
            field,
            entity,
            id,
          }),
      )
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
      return [
        createTransferFinding('proof-notice', createMessage('transfer.notProved', { product, reason: getMessage(error) }), {
          product,
        }),
      ]
    } finally {
      remaining -= (performance.now() - startTime) / 1_000
    }
  }
}
