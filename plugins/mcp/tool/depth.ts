// How deep arguments may nest: what lies deeper would overflow whoever walks it, JSON itself included.

const deepest = 64

export const tooDeep = `The arguments are nested deeper than ${deepest} levels. Send them flatter.`

/** Walks without recursion, because the depth is the caller's. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
