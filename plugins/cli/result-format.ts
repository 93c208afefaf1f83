// Prints results: one line of JSON for programs, readable lines for people.
import { isObject } from '#core/surface.js'

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(formatValue).join(', ')
  return isObject(value) ? formatInline(value) : String(value)
}

/** Formats counts as `page 3, question 11` and references as `calculation 4`. Deeper values become JSON. */
function formatInline(value: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(value)
  if (entries.length === 0) return '–'
  const { entity, id } = value
  if (entries.length === 2 && typeof entity === 'string' && typeof id === 'number') return `${entity} ${id}`
  const isFlat = entries.every(([, fieldValue]) => ['number', 'boolean', 'string'].includes(typeof fieldValue))
  return isFlat ? entries.map(([key, fieldValue]) => `${key} ${String(fieldValue)}`).join(', ') : JSON.stringify(value)
}

/** Pads columns to their longest cell, except the last column. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

const isRecordList = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

function formatRecords(records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(records.flatMap(Object.keys))]
  return formatTable([columns, ...records.map((record) => columns.map((column) => formatValue(record[column])))])
}

const indentLines = (text: string): string => text.replaceAll(/^/gm, '  ')

/** Formats text unchanged, records as a table, and an object as `key: value` lines with larger values below their key. */
export function formatResult(result: unknown): string {
  if (isRecordList(result)) return formatRecords(result)
  if (!isObject(result)) return formatValue(result)
  const entries = Object.entries(result)
  const isLarge = (value: unknown): boolean => isRecordList(value) || (isObject(value) && Object.keys(value).length > 0)
  const lines = formatTable(entries.filter(([, value]) => !isLarge(value)).map(([key, value]) => [`${key}:`, formatValue(value)]))
  const blocks = entries
    .filter(([, value]) => isLarge(value))
    .map(([key, value]) => `${key}:\n${indentLines(formatResult(value))}`)
  return [lines, ...blocks].filter((part) => part !== '').join('\n')
}

export interface Terminal {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a line of the result to stdout. */
  printResult(line: string): void
  /** Prints a message for the user to stderr. */
  printMessage(line: string): void
}

/** Input and output of a command. Tests pass their own. */
export const processTerminal: Terminal = {
  get folder() {
    return process.cwd()
  },
  get environment() {
    return process.env
  },
  printResult: (line) => void process.stdout.write(`${line}\n`),
  printMessage: (line) => void process.stderr.write(`${line}\n`),
}
