// Prints results: one line of JSON for programs, readable lines for people.
import { isObject } from '#core/foundation/object.js'

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shown).join(', ')
  return isObject(value) ? inLine(value) : String(value)
}

/** Formats counts as `page 3, question 11` and references as `calculation 4`. Deeper values become JSON. */
function inLine(value: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(value)
  if (entries.length === 0) return '–'
  const { entity, id } = value
  if (entries.length === 2 && typeof entity === 'string' && typeof id === 'number') return `${entity} ${id}`
  const isFlat = entries.every(([, one]) => ['number', 'boolean', 'string'].includes(typeof one))
  return isFlat ? entries.map(([key, one]) => `${key} ${String(one)}`).join(', ') : JSON.stringify(value)
}

/** Pads columns to their longest cell, except the last column. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

const isRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

function recordTable(records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(records.flatMap(Object.keys))]
  return table([columns, ...records.map((record) => columns.map((column) => shown(record[column])))])
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

/** Formats text unchanged, records as a table, and an object as `key: value` lines with larger values below their key. */
export function readable(result: unknown): string {
  if (isRecords(result)) return recordTable(result)
  if (!isObject(result)) return shown(result)
  const entries = Object.entries(result)
  const isLarge = (value: unknown): boolean => isRecords(value) || (isObject(value) && Object.keys(value).length > 0)
  const lines = table(entries.filter(([, value]) => !isLarge(value)).map(([key, value]) => [`${key}:`, shown(value)]))
  const blocks = entries.filter(([, value]) => isLarge(value)).map(([key, value]) => `${key}:\n${indented(readable(value))}`)
  return [lines, ...blocks].filter((part) => part !== '').join('\n')
}
