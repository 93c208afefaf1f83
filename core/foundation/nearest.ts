// Edit distance, and the most similar name for "Did you mean" hints.
import { createMessage, type Message } from './message.js'

/** Edit distance with adjacent swaps (optimal string alignment). Returns bound + 1 as soon as the bound is exceeded. */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, beforePrevious[j - 2]! + 1)
      row.push(best)
    }
    if (Math.min(...row) > bound) return bound + 1
    beforePrevious = previous
    previous = row
  }
  return previous[b.length]!
}

/** The most similar name within a third of the word's length (at least 1), ignoring case; null if there is none. */
export function findNearestName(word: string, names: Iterable<string>): string | null {
  const lowerCaseWord = word.slice(0, 100).toLowerCase()
  let bound = Math.max(1, Math.floor(lowerCaseWord.length / 3))
  let best: string | null = null
  for (const name of names) {
    const d = editDistance(lowerCaseWord, name.toLowerCase(), bound)
    if (d <= bound && (best === null || d < bound)) {
      best = name
      bound = d
    }
  }
  return best
}

/** ` Did you mean 'title'?` or the empty string. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = findNearestName(word, names)
  return name === null ? '' : ` Did you mean '${name}'?`
}

/** ` Did you mean 'title'?` as a value of a message, or the empty string. */
export function suggestName(word: string, names: Iterable<string>): Message | '' {
  const name = findNearestName(word, names)
  return name === null ? '' : createMessage('errors.didYouMean', { name })
}
