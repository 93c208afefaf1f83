// Merges three named versions of one product and returns the merge report.
import { createMessage } from '../../foundation/message.js'
import type { Caller } from '../../foundation/access.js'
import { ValidationError } from '../../foundation/errors.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { compareVersions } from '../diff/compare.js'
import { openSource, type VersionSource } from '../diff/version-source.js'
import { versionOfSheet } from '../diff/product-version.js'
import { parseSheet } from '../sheet/read.js'
import type { MergeReport, MergeSide } from './define.js'
import { mergeVersions } from './merge.js'

const versionNames = ['base', 'ours', 'theirs'] as const

interface MergeInput extends Readonly<Record<(typeof versionNames)[number], string>> {
  /** The side that wins every conflict; if omitted, a conflict prevents the sheet. */
  readonly prefer?: MergeSide | undefined
  readonly caller: Caller
}

/** NOT_FOUND and VALIDATION_FAILED name the argument, or the line of a sheet. */
export async function createMergeReport(
  initialWork: ServiceContext,
  { prefer, caller, ...sources }: MergeInput,
): Promise<MergeReport> {
  const work = await initialWork.at()
  const open: VersionSource[] = []
  try {
    for (const argument of versionNames) open.push(await openSource(work, caller, argument, sources[argument]))
    const [base, ours, theirs] = await Promise.all(
      open.map((source, index) => source.version(requireSingleProduct(source, versionNames[index]!))),
    )
    const { key, sheet, conflicts } = await mergeVersions(work, [base!, ours!, theirs!], prefer ?? 'ours')
    if (conflicts.length > 0 && prefer === undefined) return { product: key, conflicts, changes: [] }
    const merged = versionOfSheet(await parseSheet(work.context, work.versionedSnapshot.snapshot.languages, sheet))
    const { changes } = await compareVersions(work, ours!, merged)
    return { product: key, conflicts, changes: changes.map(({ sentence }) => sentence), sheet }
  } finally {
    for (const source of open) source.close()
  }
}

function requireSingleProduct({ ids, shown: sourceName }: VersionSource, argument: string): number | null {
  if (ids === null || ids.length === 1) return ids?.[0] ?? null
  const message = createMessage('transfer.oneProduct', { argument, source: sourceName, count: ids.length, id: ids[0]! })
  throw ValidationError.of(argument, message)
}
