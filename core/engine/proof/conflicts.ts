// Enumerates minimal conflicts and minimal corrections of a set of parts (MARCO algorithm: Liffiton et al., 2016).
import type { Literal, SubsetMap, Verdict } from './solver.js'

export interface ConflictSets {
  /** Sets of part indexes that cannot hold together. Each is minimal. */
  readonly conflicts: readonly (readonly number[])[]
  /** Sets of part indexes whose removal makes the rest satisfiable. Each is minimal. */
  readonly corrections: readonly (readonly number[])[]
  /** True if the time budget ended before all sets were found. */
  readonly gaveUp: boolean
}

/**
 * `map` must be a new map for this number of parts. `possible` checks a list of literals together with all fixed assumptions.
 * `core` returns the conflicting literals after the result 'no'. If all parts can hold together, both lists are empty.
 */
export function enumerateConflicts(
  map: SubsetMap,
  parts: readonly (readonly Literal[])[],
  possible: (literals: readonly Literal[]) => Verdict,
  core: () => readonly Literal[],
  expired: () => boolean,
): ConflictSets {
  const conflicts: number[][] = []
  const corrections: number[][] = []
  const everyPart = [...parts.keys()]
  const check = (indexes: Iterable<number>): Verdict => possible([...indexes].flatMap((i) => parts[i]!))
  for (let seed = map.next(); seed !== null; seed = map.next()) {
    if (expired()) return { conflicts, corrections, gaveUp: true }
    const verdict = check(seed)
    if (verdict === 'unknown') return { conflicts, corrections, gaveUp: true }
    if (verdict === 'yes') {
      const satisfiable = new Set(seed)
      for (const i of everyPart) if (!satisfiable.has(i) && check([...satisfiable, i]) === 'yes') satisfiable.add(i)
      const missing = everyPart.filter((i) => !satisfiable.has(i))
      if (missing.length > 0) corrections.push(missing)
      map.blockSubsetsOf(satisfiable)
    } else {
      const failed = new Set(core())
      let conflict = [...seed].filter((i) => parts[i]!.some((literal) => failed.has(literal)))
      for (const i of [...conflict]) {
        const smaller = conflict.filter((other) => other !== i)
        if (check(smaller) === 'no') conflict = smaller
      }
      conflicts.push(conflict)
      map.blockSupersetsOf(conflict)
    }
  }
  return { conflicts, corrections, gaveUp: expired() }
}
