// JSON values: a type guard for objects, comparison regardless of key order, and objects with dynamic keys.

/** Type guard for JSON objects: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares JSON values regardless of key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
}

/** Returns an object in V8's fast mode. An object that is built key by key becomes a slow dictionary. */
export function createFastObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>
}
