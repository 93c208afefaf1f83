// Prints results: one line of JSON for programs, readable lines for people.

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Columns as wide as their longest cell, the last one open. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/** A text as it is, records as a table, an object as `key: value` lines. */
export function readable(result: unknown): string {
  if (Array.isArray(result) && result.length > 0 && result.every(isPlain)) {
    const columns = Object.keys(result[0] as object)
    return table([columns, ...result.map((row) => columns.map((column) => shown((row as Record<string, unknown>)[column])))])
  }
  if (isPlain(result)) return table(Object.entries(result).map(([key, value]) => [`${key}:`, shown(value)]))
  return shown(result)
}
