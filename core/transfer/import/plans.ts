// What a check has judged and tried with success, kept for the import that follows it: as long as the shop is as it was, nobody judges it again.
import type { Work } from '../../storage/work.js'
import { storeTopic } from '../../storage/record/moment.js'
import type { Import } from './wanted.js'

/** Records at most: what comes after them is read from the package once more. */
const most = 20_000
/** Records of a short plan at most. */
const shortPlan = 500

const versionOf = ({ moment }: Work): number | undefined => moment.versions.get(storeTopic)

export class Plans {
  private readonly kept = new Map<number, { readonly wanted: Import; readonly version: number | undefined }>()
  private room = most

  /** `work` has seen the shop before the product was judged. What brings files is left out: the import itself stores their bytes. */
  keep(work: Work, wanted: Import): void {
    this.room -= wanted.members.length
    if (this.room >= 0 && !wanted.files.brings) this.kept.set(wanted.staged.product, { wanted, version: versionOf(work) })
  }

  has(product: number): boolean {
    return this.kept.has(product)
  }

  /** True where a plan of few records is kept: a COMMIT takes as long as they do. */
  isShort(product: number): boolean {
    const plan = this.kept.get(product)
    return plan !== undefined && plan.wanted.members.length <= shortPlan
  }

  /** Once; null where nothing was kept, or tax classes, languages and whatever else the shop has may be others by now. */
  take(work: Work, product: number): Import | null {
    const plan = this.kept.get(product)
    this.kept.delete(product)
    return plan && plan.version === versionOf(work) ? plan.wanted : null
  }
}
