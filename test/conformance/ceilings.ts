// The ceilings of wording per area: they only fall.
import type { Counts } from './wording.js'

export const ceilingsFile = 'test/conformance/plain-english.json'

export type Ceilings = Readonly<Record<string, Counts>>

const kinds = ['phrases', 'names', 'sentences'] as const
const none: Counts = { phrases: 0, names: 0, sentences: 0 }

/** A ceiling this far above the count must be lowered: a fifth, and ten at least. */
const isLoose = (count: number, ceiling: number): boolean => ceiling - count > Math.max(10, ceiling / 5)

/** A sentence for each area that has more than its ceiling, or so much less that the ceiling must be lowered. */
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

/** The ceilings with each one lowered to its count, and none raised. Areas without places are left out. */
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
