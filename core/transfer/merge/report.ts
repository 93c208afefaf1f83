// Merges three named versions of one product and returns the merge report.
import type { Caller } from '../../foundation/access/caller.js'
import { ValidationError } from '../../foundation/errors.js'
import type { Work } from '../../storage/work.js'
import { compareVersions } from '../diff/compare.js'
import { openSource, type Source } from '../diff/sources.js'
import { versionInText } from '../diff/version.js'
import type { MergeReport, MergeSide } from './define.js'
import { mergeVersions } from './merge.js'

const states = ['base', 'ours', 'theirs'] as const

export interface MergeInput extends Readonly<Record<(typeof states)[number], string>> {
  /** The side that wins every conflict; if omitted, a conflict prevents the sheet. */
  readonly prefer?: MergeSide | undefined
  readonly caller: Caller
}

/** NOT_FOUND and VALIDATION_FAILED name the argument, or the line of a sheet. */
export async function mergeProducts(given: Work, { prefer, caller, ...named }: MergeInput): Promise<MergeReport> {
  const work = await given.at()
  const open: Source[] = []
  try {
    for (const argument of states) open.push(await openSource(work, caller, argument, named[argument]))
    const [base, ours, theirs] = await Promise.all(open.map((source, index) => source.version(only(source, states[index]!))))
    const { key, sheet, conflicts } = mergeVersions(work, [base!, ours!, theirs!], prefer ?? 'ours')
    if (conflicts.length > 0 && prefer === undefined) return { product: key, conflicts, changes: [] }
    const { changes } = await compareVersions(work, ours!, versionInText(work, sheet))
    return { product: key, conflicts, changes: changes.map(({ sentence }) => sentence), sheet }
  } finally {
    for (const source of open) source.close()
  }
}

function only({ ids, shown }: Source, argument: string): number | null {
  if (ids === null || ids.length === 1) return ids?.[0] ?? null
  const message = `'${argument}' takes one product, and ${shown} has ${ids.length}: name one of them, as in 'shop.zip#${ids[0]}'.`
  throw ValidationError.of(argument, message)
}
