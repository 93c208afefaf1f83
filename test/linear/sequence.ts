// Whether numbers can have been given one after the other: each once, none left out, and none below one that was known before it was asked for.

export interface Given {
  readonly number: number
  readonly called: number
  readonly returned: number
}

/**
 * Sentences on what is wrong. For a counter that gives each number once this is exact, and needs no search.
 * @param unheard how many may have been given to callers who did not hear of them
 */
export function sequenceFaults(given: readonly Given[], unheard = 0): readonly string[] {
  const faults: string[] = []
  const inOrder = given.toSorted((a, b) => a.number - b.number)
  let left = unheard
  for (const [place, { number }] of inOrder.entries()) {
    const before = inOrder[place - 1]?.number
    if (before === undefined) continue
    if (number === before) faults.push(`Number ${number} was given more than once.`)
    else if ((left -= number - before - 1) < 0) faults.push(`Between the numbers ${before} and ${number} there is a gap.`)
  }
  let known = Infinity
  let higher = 0
  for (const { number, called, returned } of inOrder.toReversed()) {
    if (known < called) faults.push(`Number ${number} was asked for when ${higher} had been given already.`)
    if (returned < known) [known, higher] = [returned, number]
  }
  return faults
}
