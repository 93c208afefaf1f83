// A sheet that somebody else's unit applies: plugins bring their products so.
import type { Context } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { Work } from '../../storage/work.js'
import type { SheetReport } from './report.js'

/**
 * Reads the sheet and gives what applies it in a unit, code included. What it names of the file store is looked for there.
 * VALIDATION_FAILED with a sentence for each place that has no sense, of either.
 */
export async function readyToApply(context: Context, text: string): Promise<(u: Unit) => Promise<SheetReport>> {
  const [{ readSheet }, { prepareSheetTexts }, { filesOf }, { applySheet }] = await Promise.all([
    import('./read.js'),
    import('./rich-texts.js'),
    import('./files.js'),
    import('./apply.js'),
  ])
  const { languages } = (await new Work(context).at()).moment.snapshot
  const sheet = readSheet(context.registry, languages, text)
  await prepareSheetTexts(context, sheet)
  const options = { prune: false, files: await filesOf(context.files, sheet.root), requireCode: () => undefined }
  return (u) => applySheet(new Work(context).within(u), sheet, options)
}
