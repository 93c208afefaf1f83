// Enumerates minimal conflicts and minimal corrections among parts, by the duality of the two (MARCO: Liffiton et al., 2016).
import type { Literal, SubsetMap, Verdict } from './solver.js'

export interface ConflictSets {
  /** Index sets of parts that cannot hold together, each minimal. */
  readonly conflicts: readonly (readonly number[])[]
  /** Index sets of parts whose removal makes the rest possible, each minimal. */
  readonly corrections: readonly (readonly number[])[]
  /** The time budget ended before all were found. */
  readonly gaveUp: boolean
}

/**
 * `map` is a fresh map of as many parts. `possible` judges a list of literals beside what is always assumed; `core` names the literals to blame after a no.
 * Where all parts hold together, both lists are empty.
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
  const judge = (indexes: Iterable<number>): Verdict => possible([...indexes].flatMap((i) => parts[i]!))
  for (let seed = map.next(); seed !== null; seed = map.next()) {
    if (expired()) return { conflicts, corrections, gaveUp: true }
    const verdict = judge(seed)
    if (verdict === 'unknown') return { conflicts, corrections, gaveUp: true }
    if (verdict === 'yes') {
      const grown = new Set(seed)
      for (const i of everyPart) if (!grown.has(i) && judge([...grown, i]) === 'yes') grown.add(i)
      const missing = everyPart.filter((i) => !grown.has(i))
      if (missing.length > 0) corrections.push(missing)
      map.blockSubsetsOf(grown)
    } else {
      const blamed = new Set(core())
      let kept = [...seed].filter((i) => parts[i]!.some((literal) => blamed.has(literal)))
      for (const i of [...kept]) {
        const without = kept.filter((other) => other !== i)
        if (judge(without) === 'no') kept = without
      }
      conflicts.push(kept)
      map.blockSupersetsOf(kept)
    }
  }
  return { conflicts, corrections, gaveUp: expired() }
}
