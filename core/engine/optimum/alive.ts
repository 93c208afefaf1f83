// Leaves out of the open values what no whole configuration can hold, so that bounds are not spoilt by it.
import type { Prover } from '../proof/solver.js'
import { type Box, domainOf, type Variables } from './box.js'

/** The part of the time that this may take. */
const share = 0.3

/** What is not decided in time stays. null where nothing is left at all. */
export function aliveIn(box: Box, { list }: Variables, prover: Prover, spent: (share: number) => boolean): Box | null {
  const seen = list.map(() => new Set<number>())
  const learn = (): void => {
    const example = prover.example()
    for (const { index, subject } of list) seen[index]!.add(example[subject]!)
  }
  const verdict = prover.possible([])
  if (verdict === 'no') return null
  if (verdict === 'unknown') return box
  learn()
  return box.map((domain, index) => {
    const { subject } = list[index]!
    const dead = new Set<number>()
    for (const value of new Set(domain.pieces.map((piece) => piece.value))) {
      if (seen[index]!.has(value) || spent(share)) continue
      const own = prover.possible([prover.value(subject, value)])
      if (own === 'yes') learn()
      if (own === 'no') dead.add(value)
    }
    return dead.size === 0 ? domain : domainOf(domain.pieces.filter(({ value }) => !dead.has(value)))
  })
}
