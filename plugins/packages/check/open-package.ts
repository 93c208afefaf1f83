// Shared steps of the actions on transfer packages: opening, checking, and proving the products.
import {
  getMessage,
  type Property,
  productEditing,
  recordWriting,
  storedValues,
  type recordGraphs,
  zipFiles,
} from '#core/surface.js'
import { createMessage, ServiceError, type Context, ServiceContext, type ActionScope } from '#core/contract.js'
import { type CheckResult, checkPackage, type ProductProver, createUnreadableResult } from './check.js'
import { createTransferFinding, type TransferFinding } from '../transfer-finding.js'
import type { ImportPlan, ImportPlanCache } from '../import/import-plan.js'
import { createTransferError } from '../package/format.js'
import type { ProductImportOptions } from '../import/define.js'
import { openPackage, type Package } from '../package/open.js'
import { resolvePackageLocation, type PackageLocation } from '../package/package-location.js'
import type { PackageInput } from '../package-arguments.js'

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
    if (error instanceof zipFiles.PackageFault) return await onUnreadable(location, createUnreadableResult(error))
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
function createParsedSource(context: Context, { members }: Pick<ImportPlan, 'members'>): productEditing.ProductSource {
  const starting = new Map<Property, unknown>()
  const start = (property: Property): unknown => {
    if (!starting.has(property))
      starting.set(property, recordWriting.resolveDefaultValue(property, { context }) ?? storedValues.emptyValue(property))
    return starting.get(property)
  }
  const tree = new Map<string, recordGraphs.LoadedRecord[]>()
  for (const { entity, record } of members) {
    const missingProperties = storedValues.getLayout(entity).stored.filter(({ name }) => record.values[name] === undefined)
    const filled = missingProperties.map((property) => [property.name, start(property)] as const)
    const records = tree.get(entity.name) ?? []
    records.push(
      missingProperties.length === 0 ? record : { ...record, values: { ...record.values, ...Object.fromEntries(filled) } },
    )
    tree.set(entity.name, records)
  }
  return productEditing.toProductSource(productEditing.createPublishedTree(context.registry, context.platform, tree), 0)
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
      const { findings } = await jobs.run(productEditing.proveJob, source, {
        caller,
        seconds: Math.min(5, Math.ceil(remaining)),
        progress,
      })
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
