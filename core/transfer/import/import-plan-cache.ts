// Import plans of a successful check, cached, so the import does not validate again while the shop is unchanged.
import type { ServiceContext } from '../../storage/service-context.js'
import { storeTopic } from '../../storage/caches.js'
import type { ImportPlan } from './import-plan.js'

/** Maximum number of cached records; products beyond it are read from the package again. */
const maxCachedRecords = 20_000

const getStoreVersion = ({ versionedSnapshot: snapshot }: ServiceContext): number | undefined => snapshot.versions.get(storeTopic)

export class ImportPlanCache {
  private readonly plansByProduct = new Map<number, { readonly wanted: ImportPlan; readonly version: number | undefined }>()
  private room = maxCachedRecords

  /** `work` must have read the shop before the product was validated. Products with files are not cached: the import stores their bytes. */
  keep(work: ServiceContext, plan: ImportPlan): void {
    this.room -= plan.members.length
    if (this.room >= 0 && !plan.files.brings)
      this.plansByProduct.set(plan.parsedProduct.product, { wanted: plan, version: getStoreVersion(work) })
  }

  has(product: number): boolean {
    return this.plansByProduct.has(product)
  }

  /** Returns a plan once; null if none is cached, or if shop data such as tax classes or languages may have changed since. */
  take(work: ServiceContext, product: number): ImportPlan | null {
    const plan = this.plansByProduct.get(product)
    this.plansByProduct.delete(product)
    return plan && plan.version === getStoreVersion(work) ? plan.wanted : null
  }
}
