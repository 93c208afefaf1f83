// Bounds of tool arguments. Deeper values would overflow the stack of recursive code, JSON.stringify included.

const maxDepth = 64
/** Members of one object. No record has as many fields. Lists may be longer. */
const maxMembers = 1_000

/** The error text for arguments outside the bounds, otherwise null. Not recursive. */
export function checkArguments(value: unknown): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `The arguments are nested deeper than ${maxDepth} levels. Send them flatter.`
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const members: unknown[] = Object.values(item)
      if (!Array.isArray(item) && members.length > maxMembers) {
        return `An object in the arguments has ${members.length} members; none takes more than ${maxMembers}.`
      }
      for (const member of members) next.push(member)
    }
    level = next
  }
  return null
}
