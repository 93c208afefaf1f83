// Access to the columns of a shop export by name, tolerant of spelling differences between releases.
import { emptyCell, type FileFindings, formatValue, type Grid, type GridRow, toCellAddress } from 'product-configurator-service'
import type { SourceCell } from '../matrix/define.js'

const normalizeHeader = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export class ShopColumns {
  private readonly byName = new Map<string, number>()
  private readonly asked = new Set<number>()
  readonly body: readonly GridRow[]

  constructor(private readonly grid: Grid) {
    const [head, ...body] = grid.rows
    this.body = body
    for (const [column, { text }] of (head?.cells ?? []).entries()) {
      const name = normalizeHeader(text)
      if (name !== '' && !this.byName.has(name)) this.byName.set(name, column)
    }
  }

  has(name: string): boolean {
    return this.byName.has(name)
  }

  /** The normalized name of the first matching column, such as `weight kg`. */
  find(pattern: RegExp): string | null {
    return [...this.byName.keys()].find((name) => pattern.test(name)) ?? null
  }

  /** The cell in the first of these columns that the file has. */
  getCell(row: GridRow, ...names: readonly string[]): SourceCell {
    const column = names.map((name) => this.byName.get(name)).find((candidate) => candidate !== undefined)
    if (column !== undefined) this.asked.add(column)
    const { text, isNumber, fault } = column === undefined ? emptyCell : (row.cells[column] ?? emptyCell)
    return { text, isNumber, fault, line: row.number, place: toCellAddress(row.number, column ?? 0) }
  }

  text(row: GridRow, ...names: readonly string[]): string {
    return this.getCell(row, ...names).text
  }

  /** Reports columns with content that were never read. */
  tellOthers(findings: FileFindings): void {
    const [head] = this.grid.rows
    const otherTitles = (head?.cells ?? []).flatMap(({ text }, column) =>
      text !== '' && !this.asked.has(column) && this.body.some(({ cells }) => (cells[column]?.text ?? '') !== '')
        ? [formatValue(text)]
        : [],
    )
    if (otherTitles.length > 0)
      findings.notice(
        'columns-left-out',
        `These columns are left out: ${otherTitles.slice(0, 40).join(', ')}${otherTitles.length > 40 ? ' …' : ''}.`,
      )
  }
}
