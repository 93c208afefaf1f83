// Three-way merge of a record: takes changes that only one side made, and asks about fields that both changed.
import type { WireRow } from '../../api/shape.js'
import { isSameValue } from './form-values.js'

export interface FieldDifference {
  readonly key: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** Both sides changed it, to different values. */
  readonly conflict: boolean
}

/** Every key that either side changed, conflicts first. */
export function findDifferences(
  keys: readonly string[],
  base: WireRow,
  mine: WireRow,
  theirs: WireRow,
): readonly FieldDifference[] {
  const differences = keys.flatMap((key): readonly FieldDifference[] => {
    const [before, own, other] = [base[key], mine[key], theirs[key]]
    const [iChanged, theyChanged] = [!isSameValue(before, own), !isSameValue(before, other)]
    if (!iChanged && !theyChanged) return []
    if (iChanged && theyChanged && isSameValue(own, other)) return []
    return [{ key, base: before, mine: own, theirs: other, conflict: iChanged && theyChanged }]
  })
  return differences.sort((a, b) => Number(b.conflict) - Number(a.conflict))
}

/** The values to write over the other version: my own changes, and the conflicts resolved in my favour. */
export function mergeChanges(differences: readonly FieldDifference[], mineChosen: ReadonlySet<string>): WireRow {
  const chosenChanges = differences.filter(({ key, conflict, base, mine }) =>
    conflict ? mineChosen.has(key) : !isSameValue(base, mine),
  )
  return Object.fromEntries(chosenChanges.map(({ key, mine }) => [key, mine]))
}
