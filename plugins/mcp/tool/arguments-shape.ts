// How arguments may be built: what nests deeper would overflow whoever walks it, JSON itself included, and no object is very wide.

const deepest = 64
/** More members than any record has fields; lists may be longer. */
const widest = 1_000

/** Why the arguments are refused before anybody looks at them; null for all that a caller means. Walks without recursion. */
export function shapeRefusal(value: unknown): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `The arguments are nested deeper than ${deepest} levels. Send them flatter.`
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const members: unknown[] = Object.values(item)
      if (!Array.isArray(item) && members.length > widest) {
        return `An object in the arguments has ${members.length} members; none takes more than ${widest}.`
      }
      for (const member of members) next.push(member)
    }
    level = next
  }
  return null
}
