// Objects whose keys are known at run time only, and which are copied and filled in large numbers.

/** An object whose copies are quick to make, to read and to write as JSON: one that grows key by key becomes a slow dictionary. */
export function fastObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>
}
