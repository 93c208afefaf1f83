// Removes values that occur in no complete configuration, so cost bounds become tighter.
import type { Prover } from '../proof/solver.js'
import { type Box, createDomain, type Variables } from './box.js'

/** The maximum share of the time budget. */
const share = 0.3

/** Values that could not be checked in time remain. Returns null if no value is possible. */
export function removeImpossibleValues(
  box: Box,
  { list }: Variables,
  prover: Prover,
  spent: (share: number) => boolean,
): Box | null {
  const possibleValues = list.map(() => new Set<number>())
  const recordExample = (): void => {
    const example = prover.example()
    for (const { index, subject } of list) possibleValues[index]!.add(example[subject]!)
  }
  const verdict = prover.possible([])
  if (verdict === 'no') return null
  if (verdict === 'unknown') return box
  recordExample()
  return box.map((domain, index) => {
    const { subject } = list[index]!
    const impossibleValues = new Set<number>()
    for (const value of new Set(domain.pieces.map((piece) => piece.value))) {
      if (possibleValues[index]!.has(value) || spent(share)) continue
      const verdict = prover.possible([prover.value(subject, value)])
      if (verdict === 'yes') recordExample()
      if (verdict === 'no') impossibleValues.add(value)
    }
    return impossibleValues.size === 0 ? domain : createDomain(domain.pieces.filter(({ value }) => !impossibleValues.has(value)))
  })
}
