// Finds the name that a caller most likely meant, for "Did you mean" sentences.

/** Edit distance with adjacent swaps (optimal string alignment), bounded: returns bound + 1 as soon as it is exceeded. */
function distance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
    }
    if (Math.min(...row) > bound) return bound + 1
    before = previous
    previous = row
  }
  return previous[b.length]!
}

/** The nearest of the names within a third of the word's length (at least 1), or null. Case does not count. */
export function nearest(word: string, names: Iterable<string>): string | null {
  const wanted = word.slice(0, 100).toLowerCase()
  let bound = Math.max(1, Math.floor(wanted.length / 3))
  let found: string | null = null
  for (const name of names) {
    const d = distance(wanted, name.toLowerCase(), bound)
    if (d <= bound && (found === null || d < bound)) {
      found = name
      bound = d
    }
  }
  return found
}

/** ` Did you mean 'title'?` or the empty string. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = nearest(word, names)
  return name === null ? '' : ` Did you mean '${name}'?`
}
