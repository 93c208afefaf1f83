// Checks a number sequence: no duplicates, no gaps, and no number below one that was known before its request.

export interface Given {
  readonly number: number
  readonly called: number
  readonly returned: number
}

/**
 * Returns a sentence for each fault. For a counter without duplicates this check is exact and needs no search.
 * @param unheard the number of requests without a response that can have received a number
 */
export function sequenceFaults(assignments: readonly Given[], unheard = 0): readonly string[] {
  const faults: string[] = []
  const inOrder = assignments.toSorted((a, b) => a.number - b.number)
  let missingCount = unheard
  for (const [place, { number }] of inOrder.entries()) {
    const before = inOrder[place - 1]?.number
    if (before === undefined) continue
    if (number === before) faults.push(`Number ${number} was returned more than once.`)
    else if ((missingCount -= number - before - 1) < 0) faults.push(`Between the numbers ${before} and ${number} there is a gap.`)
  }
  let earliestReturn = Infinity
  let higher = 0
  for (const { number, called, returned } of inOrder.toReversed()) {
    if (earliestReturn < called) faults.push(`Number ${number} was requested after ${higher} had been returned.`)
    if (returned < earliestReturn) [earliestReturn, higher] = [returned, number]
  }
  return faults
}
