// Applies a sheet inside the caller's unit of work, so plugins can install products.
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/unit-of-work/transaction.js'
import { ServiceContext } from '../../storage/service-context.js'
import type { SheetReport } from './report.js'

/**
 * Parses the sheet and returns a function that applies it in a unit of work, code included. Files come from the file store.
 * VALIDATION_FAILED with one issue for each invalid place, from both steps.
 */
export async function readyToApply(context: Context, text: string): Promise<(u: Unit) => Promise<SheetReport>> {
  const [{ parseSheet }, { loadSheetFiles }, { applySheet }] = await Promise.all([
    import('./read.js'),
    import('./existing-product.js'),
    import('./apply.js'),
  ])
  const { languages } = (await new ServiceContext(context).at()).versionedSnapshot.snapshot
  const sheet = await parseSheet(context, languages, text)
  const options = { prune: false, files: await loadSheetFiles(context.files, sheet.root), requireCode: () => undefined }
  return (u) => applySheet(new ServiceContext(context).within(u), sheet, options)
}
