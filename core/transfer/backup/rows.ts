// Formats the rows of a table as lines, one part at a time, and parses such lines.
import { createHash } from 'node:crypto'
import type { Row, SqlValue } from '../../storage/database/statement.js'
import { PackageFault } from '../package/faults.js'
import { partBytes } from './format.js'

export interface TablePart {
  readonly bytes: Buffer
  readonly rows: number
}

/** Parts of at least one row; none for an empty table. */
export async function* formatTableParts(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly string[],
): AsyncGenerator<TablePart> {
  let lines: Buffer[] = []
  let size = 0
  let rows = 0
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const text = Buffer.from(batch.map((row) => formatRow(row, columns)).join(''))
    lines.push(text)
    size += text.length
    rows += batch.length
    if (size < partBytes) continue
    yield { bytes: Buffer.concat(lines, size), rows }
    lines = []
    size = rows = 0
  }
  if (rows > 0) yield { bytes: Buffer.concat(lines, size), rows }
}

const formatRow = (row: Row, columns: readonly string[]): string =>
  `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`

export interface TableDigest {
  readonly rows: number
  readonly size: number
  readonly sha256: string
}

/** Computes a table's manifest entry while its parts are written. */
export function createTableDigest(): { take(part: TablePart): void; end(): TableDigest } {
  const hash = createHash('sha256')
  let [rows, size] = [0, 0]
  return {
    take(part) {
      hash.update(part.bytes)
      rows += part.rows
      size += part.bytes.length
    },
    end: () => ({ rows, size, sha256: hash.digest('hex') }),
  }
}

const isValue = (value: unknown): value is SqlValue =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))

/** PackageFault for a line that is not a list of that many values. */
export function parseTableRows(name: string, bytes: Uint8Array, columns: number): readonly (readonly SqlValue[])[] {
  const lines = decodeUtf8(name, bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    let row: unknown
    try {
      row = JSON.parse(line)
    } catch {
      row = null
    }
    if (Array.isArray(row) && row.length === columns && row.every(isValue)) return row
    throw new PackageFault('malformed-record', `Line ${index + 1} of '${name}' is no row of ${columns} values.`)
  })
}

function decodeUtf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new PackageFault('malformed-record', `'${name}' is not written in UTF-8.`)
  }
}
