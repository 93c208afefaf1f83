// Compares the output of a documented command with the output in the document; `…` matches anything.

const anything = '…'

function matchesValue(expected: unknown, actual: unknown): boolean {
  if (expected === anything) return true
  if (typeof expected === 'string') return typeof actual === 'string' && matchesText(expected, actual)
  if (Array.isArray(expected)) {
    const open = expected.at(-1) === anything
    const items = open ? expected.slice(0, -1) : expected
    if (!Array.isArray(actual) || (open ? actual.length < items.length : actual.length !== items.length)) return false
    return items.every((item, index) => matchesValue(item, actual[index]))
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
  const { [anything]: open, ...fields } = expected as Record<string, unknown>
  const values = new Map(Object.entries(actual))
  if (open === undefined && values.size !== Object.keys(fields).length) return false
  return Object.entries(fields).every(([key, value]) => values.has(key) && matchesValue(value, values.get(key)))
}

/** Compares trimmed texts line by line; each `…` matches any run of characters. */
export function matchesText(expected: string, actual: string): boolean {
  const tidy = (text: string): string => text.trim().replace(/[ \t]*\r?\n/g, '\n')
  const source = tidy(expected)
    .split(anything)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*?')
  return new RegExp(`^${source}$`).test(tidy(actual))
}

/** Compares JSON values: the value `"…"` matches anything, a key `"…"` further keys, a last item `"…"` further items. */
export function matchesJson(expected: string, actual: string): boolean {
  try {
    return matchesValue(JSON.parse(expected), JSON.parse(actual))
  } catch {
    return false
  }
}
