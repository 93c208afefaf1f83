// Imports the products of a checked package, each in its own transaction: a product is imported completely or not at all.
import { ServiceError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { InUnit, Work } from '../../storage/work.js'
import { type Common, commonOf, prepareProduct } from '../check/check.js'
import { failedTransfer, type Landed, whatStands } from '../failure.js'
import type { Package } from '../package/open.js'
import { applyProduct } from './apply.js'
import { type Landing, noted } from '../trail.js'
import type { Applied, ImportHow } from './define.js'
import { overlapping, type Turn } from './overlapping.js'
import type { Plans } from './plans.js'
import type { Import } from './wanted.js'

export interface Going {
  /** Plans of the preceding check. */
  readonly plans: Plans
  progress(sentence: string): void
}

export interface NamedPackage {
  readonly pack: Package
  /** File name of the package, shown to users. */
  readonly name: string
}

/**
 * Reports each product to `progress`. Throws errors that the caller can fix, and TRANSFER_FAILED for all others. Both name the products
 * that were imported before and stay imported.
 */
export async function importPackage(
  given: Work,
  { pack, name }: NamedPackage,
  how: ImportHow,
  { plans, progress }: Going,
): Promise<readonly Applied[]> {
  const landed: Applied[] = []
  const { products: wanted } = pack.manifest
  const products = wanted.map(({ id, title }) => ({ key: String(id), title: title.slice(0, 60) }))
  const { dialect } = given.context.database
  // A database without row locks has one writer at a time. Its units may share a COMMIT, which pays off for products whose COMMIT takes as
  // long as the writes.
  const together = ({ id }: { readonly id: number }): boolean => dialect.forUpdate === '' && plans.isShort(id)
  try {
    const common = await commonOf(await given.anew().at(), pack, how)
    await noted(given.context, { what: 'import', name, products }, (land) =>
      overlapping(wanted, { together, isRetried: (error) => dialect.isRetryable(error), landed }, async ({ id, title }, turn) => {
        progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
        return await withErrorTrail(`product ${id}`, () => importProduct(common, id, { plans, land, turn }))
      }),
    )
    return landed
  } catch (error) {
    throw told(given, error, landed)
  }
}

async function importProduct(
  common: Common,
  product: number,
  { plans, land, turn }: { readonly plans: Plans; readonly land: Landing; readonly turn: Turn },
): Promise<Applied> {
  const fresh = common.work.anew()
  const stored = async (inside: Work & InUnit, wanted: Import): Promise<Applied> => {
    const applied = await applyProduct(inside, wanted)
    await land(inside.unit, String(product), applied.id)
    return applied
  }
  if (plans.has(product)) {
    // The unit itself checks that the shop is unchanged. A retry runs without a plan.
    const planned = await fresh.transact((given) =>
      turn(async () => {
        const inside = await given.at()
        const wanted = plans.take(inside, product)
        return wanted && stored(inside, wanted)
      }),
    )
    if (planned) return planned
  }
  const work = await fresh.at()
  const { wanted } = await prepareProduct({ ...common, work }, product, true)
  try {
    return await work.transact((inside) => turn(() => stored(inside, wanted)))
  } catch (error) {
    await wanted.files.drop()
    throw error
  }
}

/** The error of an import in the form that its caller receives. */
export function told({ context }: Work, error: unknown, landed: readonly Landed[]): unknown {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') {
    return failedTransfer(context, 'import', error, landed)
  }
  const stands = whatStands('import', landed)
  if (!(error instanceof ValidationError)) return new ServiceError(error.code, `${error.message} ${stands}`, { cause: error })
  return new ValidationError(error.issues, `${error.message} ${stands}`)
}
