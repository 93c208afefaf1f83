// Ceilings for wording to replace, per area. They may only be lowered.
import type { Counts } from './wording.js'

export const ceilingsFile = 'test/conformance/plain-english.json'

export type Ceilings = Readonly<Record<string, Counts>>

const kinds = ['phrases', 'names', 'sentences'] as const
const none: Counts = { phrases: 0, names: 0, sentences: 0 }

/** True if a ceiling is above its count by more than a fifth and more than ten. It must then be lowered. */
const isLoose = (count: number, ceiling: number): boolean => ceiling - count > Math.max(10, ceiling / 5)

/** One message per area whose count is above its ceiling, or so far below that the ceiling must be lowered. */
export function ceilingProblems(ceilings: Ceilings, counts: ReadonlyMap<string, Counts>): readonly string[] {
  const areas = new Set([...Object.keys(ceilings), ...counts.keys()])
  return [...areas].flatMap((area) =>
    kinds.flatMap((kind) => {
      const count = (counts.get(area) ?? none)[kind]
      const ceiling = (ceilings[area] ?? none)[kind]
      if (count > ceiling) return [`${area}: ${count} ${kind}, ceiling ${ceiling}. List them with npm run prose -- ${area}`]
      if (isLoose(count, ceiling))
        return [`${area}: ${count} ${kind}, ceiling ${ceiling}. Lower it with npm run prose -- --renew`]
      return []
    }),
  )
}

/** Lowers each ceiling to its count and raises none. Areas without places are omitted. */
export function lowered(ceilings: Ceilings, counts: ReadonlyMap<string, Counts>): Ceilings {
  const entries = Object.entries(ceilings).map(([area, ceiling]) => {
    const count = counts.get(area) ?? none
    return [
      area,
      Object.fromEntries(kinds.map((kind) => [kind, Math.min(ceiling[kind], count[kind])])) as unknown as Counts,
    ] as const
  })
  return Object.fromEntries(entries.filter(([, { phrases, names, sentences }]) => phrases + names + sentences > 0))
}
