// Shortens a result to the size that hosts accept. The longest lists and texts lose their end, and the result names them.

/** Characters of JSON. */
export const resultLimit = 40_000
/** The rest of the limit is for the note about the shortened parts. */
const targetSize = resultLimit - 2_000
const shortestText = 2_000

interface TruncatedPart {
  readonly path: string
  readonly returned: number
  readonly total: number
}

/** A list or a long text inside the result. */
interface LongPart {
  readonly parent: Record<string, unknown>
  readonly key: string
  readonly path: string
  readonly size: number
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Yields lists and long texts, outermost first. Does not enter a list of two or more items. */
function* longParts(parent: Record<string, unknown>, parentPath: string, depth: number): Generator<LongPart> {
  for (const [key, value] of Object.entries(parent)) {
    const path = Array.isArray(parent) ? `${parentPath}[${key}]` : parentPath === '' ? key : `${parentPath}.${key}`
    const isLong = typeof value === 'string' ? value.length > shortestText : Array.isArray(value) && value.length > 1
    if (isLong) yield { parent, key, path, size: sizeOf(value) }
    else if (typeof value === 'object' && value !== null && depth > 0) {
      yield* longParts(value as Record<string, unknown>, path, depth - 1)
    }
  }
}

/** The longest prefix with at most `target` characters of JSON. */
function prefix(value: readonly unknown[] | string, target: number): readonly unknown[] | string {
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(shortestText, Math.floor(target * 0.8)))
    return `${text.replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  let size = 2
  const end = value.findIndex((item) => (size += sizeOf(item) + 1) > target)
  return end < 0 ? value : value.slice(0, Math.max(1, end))
}

const defaultNextStep =
  "The paths in 'truncated' are longer than one result allows. Ask for less of them where the tool has an argument for that. GET /svc-api/v1/<entity>/<id> of the REST API returns a record in full."

/**
 * Returns the value if it fits. Otherwise returns a copy with `truncated` (the shortened paths and their full lengths) and
 * `next_step` (how to get the rest).
 */
export function truncate(value: object, nextStep = defaultNextStep): object {
  let size = sizeOf(value)
  if (size <= resultLimit) return value
  const copy = structuredClone(value) as Record<string, unknown>
  const truncated: TruncatedPart[] = []
  const paths = new Set<string>()
  while (size > targetSize) {
    const [longest] = [...longParts(copy, '', 12)].filter(({ path }) => !paths.has(path)).sort((a, b) => b.size - a.size)
    if (!longest) return { truncated: [{ path: '', returned: 0, total: 1 }], next_step: nextStep }
    const { parent, key, path } = longest
    const full = parent[key] as readonly unknown[] | string
    const short = prefix(full, Math.max(500, longest.size - (size - targetSize)))
    parent[key] = short
    paths.add(path)
    truncated.push({ path, returned: Math.min(short.length, full.length), total: full.length })
    size = sizeOf(copy)
  }
  return { ...copy, truncated, next_step: nextStep }
}
