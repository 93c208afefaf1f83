// Parses CSV text: detects the delimiter, and returns the records with the line on which each begins.
import { CsvError, parse } from 'csv-parse/sync'
import { createMessage } from '../../foundation/message.js'
import { FileFault } from '../findings.js'

export interface CsvRecord {
  /** Counted from 1. */
  readonly line: number
  /** Trimmed. */
  readonly cells: readonly string[]
}

export interface Csv {
  readonly delimiter: string
  /** Without empty records. */
  readonly records: readonly CsvRecord[]
}

/** In order of preference: a comma may also be a decimal sign. */
const delimiters = [';', '\t', ','] as const
type Delimiter = (typeof delimiters)[number]

/** Maximum number of records read to detect the delimiter. */
const sampleSize = 20

const newline = 0x0a

/** Delimiters outside of quotes in each of the first records. A quote opens only at the start of a cell. */
function countDelimiters(text: string): readonly (readonly number[])[] {
  const counts: number[][] = []
  let record = delimiters.map(() => 0)
  let isCellStart = true
  let isEmpty = true
  for (let at = 0; at < text.length && counts.length < sampleSize; at++) {
    const character = text[at]!
    if (character === '"' && isCellStart) {
      // The closing quote is the next one that is not doubled.
      at++
      for (; at < text.length; at++) {
        if (text[at] !== '"') continue
        if (text[at + 1] !== '"') break
        at++
      }
      isCellStart = false
      isEmpty = false
    } else if (character === '\n') {
      if (!isEmpty) counts.push(record)
      record = delimiters.map(() => 0)
      isCellStart = true
      isEmpty = true
    } else if (delimiters.includes(character as Delimiter)) {
      record[delimiters.indexOf(character as Delimiter)]!++
      isCellStart = true
      isEmpty = false
    } else if (character !== ' ' && character !== '\r') {
      isCellStart = false
      isEmpty = false
    }
  }
  if (!isEmpty && counts.length < sampleSize) counts.push(record)
  return counts
}

/** The number of records that have the delimiter equally often, and that number of delimiters. */
function regularity(counts: readonly number[]): readonly [records: number, count: number] {
  const byCount = new Map<number, number>()
  for (const count of counts) if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1)
  return [...byCount].reduce<readonly [number, number]>(
    (best, [count, records]) => (records > best[0] || (records === best[0] && count > best[1]) ? [records, count] : best),
    [0, 0],
  )
}

/**
 * The delimiter that splits most of the first records, including the header, into the same number of cells. A title above the header,
 * decimal commas, and text with other signs split records unequally.
 */
export function findDelimiter(text: string): string {
  const counts = countDelimiters(text)
  const [header = delimiters.map(() => 0)] = counts
  let best: { readonly delimiter: string; readonly records: number; readonly header: number } | null = null
  for (const [index, delimiter] of delimiters.entries()) {
    const [records] = regularity(counts.map((record) => record[index]!))
    const candidate = { delimiter, records, header: header[index]! }
    if (best === null || records > best.records || (records === best.records && candidate.header > best.header)) best = candidate
  }
  return best!.delimiter
}

/** Counts lines between records: a record begins after the line breaks and blanks behind the previous one. */
class LineCounter {
  private line = 1
  private at = 0

  constructor(
    private readonly bytes: Uint8Array,
    /** A tab is a blank unless it delimits cells. */
    private readonly delimiter: string,
  ) {}

  /** The line of the record that begins after the last counted byte. */
  begin(): number {
    const { bytes, delimiter } = this
    const isBlank = (byte: number): boolean =>
      byte === newline || byte === 0x0d || byte === 0x20 || (byte === 0x09 && delimiter !== '\t')
    while (this.at < bytes.length && isBlank(bytes[this.at]!)) if (bytes[this.at++] === newline) this.line++
    return this.line
  }

  advance(to: number): void {
    for (; this.at < to; this.at++) if (this.bytes[this.at] === newline) this.line++
  }
}

/** FileFault with the line of a quote that is not closed or that ends within a cell. `onRecord` may throw to stop parsing. */
export function parseCsv(input: string, onRecord: (record: CsvRecord) => void = () => undefined): Csv {
  const unmarked = input.replace(/^\u{feff}/u, '')
  // Spreadsheet programs may write the delimiter on a line of its own.
  const stated = /^sep=([;,\t])\r?\n/.exec(unmarked)
  const text = stated ? unmarked.slice(stated[0].length) : unmarked
  const offset = stated ? 1 : 0
  const delimiter = stated?.[1] ?? findDelimiter(text)
  const bytes = Buffer.from(text)
  const lines = new LineCounter(bytes, delimiter)
  const records: CsvRecord[] = []
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      // Allows cells such as 19" wide.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: readonly string[], { bytes: end }) {
        const record = { line: lines.begin() + offset, cells: cells.map((cell) => cell.trim()) }
        lines.advance(end)
        if (record.cells.every((cell) => cell === '')) return null
        onRecord(record)
        records.push(record)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = lines.begin() + offset
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new FileFault('quote', createMessage('files.quoteUnclosed'), line)
    throw new FileFault('quote', createMessage('files.textAfterQuote'), line)
  }
  return { delimiter, records }
}
