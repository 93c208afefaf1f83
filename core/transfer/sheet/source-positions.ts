// Records the line of each path in a sheet's text, and the source spelling of numbers and booleans.
import type { ParsedSheetText } from '../../foundation/sheet-text.js'

/** A parsed text with its places. */
export interface ParsedText {
  readonly value: unknown
  readonly places: SourcePositions
}

/** Line numbers by path, such as `pages[0].title`, and the source spelling of numbers and booleans. */
export class SourcePositions {
  private lineMap: Map<string, number> | null = null
  private sourceMap: Map<string, string> | null = null
  /** Offset of the last entry that `findStoredLine` returned. Problems are reported in the order of the text. */
  private lastEntry = 0

  /** @param stored the places as JSON, as a worker returns them; parsed when needed, because most sheets have no mistakes */
  constructor(private readonly stored: Pick<ParsedSheetText, 'lines' | 'sources'> = { lines: '[]', sources: '[]' }) {}

  get lines(): Map<string, number> {
    return (this.lineMap ??= new Map(JSON.parse(this.stored.lines) as [string, number][]))
  }

  get sources(): Map<string, string> {
    return (this.sourceMap ??= new Map(JSON.parse(this.stored.sources) as [string, string][]))
  }

  /** Searches the text of the places: parsing it takes longer than searching it for the few problems that are reported. */
  private findStoredLine(path: string): number | null {
    if (this.lineMap !== null) return null
    const { lines } = this.stored
    const entry = `[${JSON.stringify(path)},`
    const next = lines.indexOf(entry, this.lastEntry)
    const start = next < 0 ? lines.indexOf(entry) : next
    if (start < 0) return null
    this.lastEntry = start
    return Number.parseInt(lines.slice(start + entry.length, start + entry.length + 12), 10)
  }

  /** The line of the path, or of its closest recorded ancestor; 1 for the whole text. */
  lineOf(path: string): number {
    let at = path
    for (let step = 0; at !== '' && step < maxSteps; step++) {
      const line = this.findStoredLine(at) ?? this.lines.get(at)
      if (line !== undefined) return line
      at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')))
    }
    return 1
  }
}

/** Paths have fewer steps, unless an author puts many dots into a key. */
const maxSteps = 200

/** Joins `pages[0].questions` and `width` into one path. */
export function joinSheetPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
