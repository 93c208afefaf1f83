// Keeps a result within what hosts take: the longest lists and texts are shortened as a whole, and the result says which.

/** Characters of JSON. */
export const resultLimit = 40_000
/** What is left for the note on what was shortened. */
const room = resultLimit - 2_000
const shortestText = 2_000

interface Shortened {
  readonly path: string
  readonly returned: number
  readonly total: number
}

/** A list or a text inside the result, with the object or list that holds it. */
interface Part {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly path: string
  readonly length: number
}

const size = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Lists and long texts, outermost first; what lies inside a list belongs to the list, unless it is the list's only item. */
function* parts(holder: Record<string, unknown>, path: string, depth: number): Generator<Part> {
  for (const [key, value] of Object.entries(holder)) {
    const place = Array.isArray(holder) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const isLong = typeof value === 'string' ? value.length > shortestText : Array.isArray(value) && value.length > 1
    if (isLong) yield { holder, key, path: place, length: size(value) }
    else if (typeof value === 'object' && value !== null && depth > 0) {
      yield* parts(value as Record<string, unknown>, place, depth - 1)
    }
  }
}

/** The longest beginning that is at most `target` characters of JSON long. */
function beginning(value: readonly unknown[] | string, target: number): readonly unknown[] | string {
  if (typeof value === 'string') {
    const short = value.slice(0, Math.max(shortestText, Math.floor(target * 0.8)))
    return `${short.replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  let length = 2
  const end = value.findIndex((item) => (length += size(item) + 1) > target)
  return end < 0 ? value : value.slice(0, Math.max(1, end))
}

const generalStep =
  "What 'truncated' names is longer than one result can be. Ask for less of it where the tool has an argument for that; the REST API gives a record whole under GET /svc-api/v1/<entity>/<id>."

/**
 * The value itself where it fits; else a copy with `truncated`, which lists and texts are not whole and how long they are,
 * and `next_step`, how the rest is had.
 * @param step of this tool; a general one if left out
 */
export function fit(value: object, step = generalStep): object {
  let total = size(value)
  if (total <= resultLimit) return value
  const copy = structuredClone(value) as Record<string, unknown>
  const truncated: Shortened[] = []
  const done = new Set<string>()
  while (total > room) {
    const [longest] = [...parts(copy, '', 12)].filter((part) => !done.has(part.path)).sort((a, b) => b.length - a.length)
    if (!longest) return { truncated: [{ path: '', returned: 0, total: 1 }], next_step: step }
    const { holder, key, path } = longest
    const whole = holder[key] as readonly unknown[] | string
    const short = beginning(whole, Math.max(500, longest.length - (total - room)))
    holder[key] = short
    done.add(path)
    truncated.push({ path, returned: Math.min(short.length, whole.length), total: whole.length })
    total = size(copy)
  }
  return { ...copy, truncated, next_step: step }
}
