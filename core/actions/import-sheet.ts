// Imports a product that a plugin has read from a file of another program: the facts that its sheet needs, and the import.
import { createMessage } from '../foundation/message.js'
import { requireScopes } from '../foundation/access.js'
import { ValidationError } from '../foundation/errors.js'
import { taxClass } from '../model/entities/store/tax-class.js'
import { dayOf } from '../foundation/clock.js'
import { readTimeZone } from '../storage/record/snapshot.js'
import type { Context } from '../storage/context.js'
import { ServiceContext } from '../storage/service-context.js'
import type { SheetValue } from '../transfer/sheet/define.js'
import type { ApplySheetReport } from './apply-sheet.js'
import type { ActionScope } from './define-action.js'

export interface SheetFacts {
  /** Active languages, the store default first. */
  readonly languages: readonly string[]
  /** Names of the tax classes. */
  readonly taxClasses: readonly string[]
  /** The current date in the shop, such as `2026-11-27`. */
  readonly today: string
  /** The weight unit of the settings, such as `kg`. */
  readonly weightUnit: string
}

/** The facts of the shop that the sheet of a new product depends on. */
export async function readSheetFacts(context: Context): Promise<SheetFacts> {
  const work = await new ServiceContext(context).at()
  const { languages, settings } = work.versionedSnapshot.snapshot
  return {
    languages,
    taxClasses: (await work.records(taxClass)).map(({ title }) => title),
    today: dayOf(work.now, await readTimeZone(work.versionedSnapshot.snapshot, work.on)),
    weightUnit: settings.weight_unit ?? '',
  }
}

/** The sheet as YAML text. Imported with the first call: the configuration loads this file, and must load no parser. */
export async function formatSheet(context: Context, sheet: SheetValue): Promise<string> {
  const { toSheetYaml } = await import('../transfer/sheet/write.js')
  return toSheetYaml(context, sheet)
}

export interface SheetImport {
  /** The key of the product. */
  readonly product: string
  readonly sheet: SheetValue
  /** True: an existing product becomes equal to the sheet. */
  readonly replace: boolean
  readonly dryRun: boolean
}

/** VALIDATION_FAILED on `title` if the product exists and is not replaced. INSUFFICIENT_SCOPE without catalog:write. */
export async function importSheet(
  scope: ActionScope,
  { product, sheet: value, replace, dryRun }: SheetImport,
): Promise<ApplySheetReport> {
  const { context, caller } = scope
  requireScopes(caller.grant, ['catalog:write'])
  const [{ findProductByKey }, { applySheetAndReport }] = await Promise.all([
    import('../transfer/sheet/stored-part.js'),
    import('./apply-sheet.js'),
  ])
  const id = await findProductByKey(await new ServiceContext(context).at(), product)
  if (id !== null && !replace) {
    const message = createMessage('errors.productTitleTaken', { title: product, id })
    throw ValidationError.of('title', message)
  }
  // Prune, so parts of the replaced product do not remain next to their successors.
  return applySheetAndReport(scope, { sheet: await formatSheet(context, value), prune: id !== null, dryRun })
}
