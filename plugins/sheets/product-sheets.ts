// Functions for other plugins: sheets of stored products, and imports of products as sheets. The first call loads the parser.
import { type JsonSchema, type productEditing, type Registry, requireScopes, serviceState, type Unit } from '#core/surface.js'
import { createMessage, ValidationError, dayOf, type Context, ServiceContext, type ActionScope } from '#core/contract.js'

import type { SheetValue } from './sheet/define.js'
import type { ApplySheetReport } from './apply-sheet.js'
import type { SheetReport } from './sheet/report.js'

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
    taxClasses: (await work.list('tax-class')).map(({ values }) => String(values['title'])),
    today: dayOf(work.now, await serviceState.readTimeZone(work.versionedSnapshot.snapshot, work.on)),
    weightUnit: settings.weight_unit ?? '',
  }
}

/** A sheet as YAML text. */
export async function formatSheet(context: Context, sheet: SheetValue): Promise<string> {
  const { toSheetYaml } = await import('./sheet/write.js')
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
    import('./sheet/stored-part.js'),
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

/**
 * Parses the sheet and returns a function that applies it in a unit of work, code included. Files come from the file store.
 * VALIDATION_FAILED with one issue for each invalid place, from both steps.
 */
export async function readyToApply(context: Context, text: string): Promise<(u: Unit) => Promise<SheetReport>> {
  const [{ parseSheet }, { loadSheetFiles }, { applySheet }] = await Promise.all([
    import('./sheet/read.js'),
    import('./sheet/match.js'),
    import('./sheet/apply.js'),
  ])
  const { languages } = (await new ServiceContext(context).at()).versionedSnapshot.snapshot
  const sheet = await parseSheet(context, languages, text)
  const options = { prune: false, files: await loadSheetFiles(context.files, sheet.root), requireCode: () => undefined }
  return (u) => applySheet(new ServiceContext(context).within(u), sheet, options)
}

/** The sheet of a stored product. NOT_FOUND for an unknown product. */
export async function readProductSheet(work: ServiceContext, id: number): Promise<SheetValue> {
  const { createSheet } = await import('./sheet/write.js')
  return createSheet(work, id)
}

/** The sheet of a stored product as YAML text. NOT_FOUND for an unknown product. */
export async function formatProductSheet(work: ServiceContext, id: number): Promise<string> {
  const { formatSheetText } = await import('./sheet/write.js')
  return formatSheetText(work, id)
}

/** The JSON Schema of a sheet. */
export async function loadSheetSchema(registry: Registry, languages: readonly string[]): Promise<JsonSchema> {
  const { createSheetSchema } = await import('./sheet/schema.js')
  return createSheetSchema(registry, languages)
}

/** Loads the product for an editor of its formulas and rules, or returns it from the cache. NOT_FOUND for an unknown product. */
export async function openEditedProduct(context: Context, id: number): Promise<productEditing.EditedProduct> {
  const { loadEditedProduct } = await import('./edited-product.js')
  return loadEditedProduct(context, id)
}
