// Recognises records with a very long value, such as a table of 250,000 cells, whose processing needs pauses.

/** Entries of a list that takes several milliseconds to copy or check. */
const longList = 10_000
/** Characters of a text that takes several milliseconds to parse. */
const longText = 500_000

/** True if other requests should run between two steps of processing these values. */
export function hasLongValue(values: Readonly<Record<string, unknown>>): boolean {
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value) ? value.length > longList : typeof value === 'string' && value.length > longText) return true
  }
  return false
}
