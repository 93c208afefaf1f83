// A product of another shop, with options and variants, and access to the columns of its export.
import { createMessage, type FileFinding, type FileFindings, formatValue, type Message } from 'product-configurator-service'
import { emptyCell, type Grid, type GridRow, toCellAddress } from '../workbook/grid.js'
import { listFirst } from '../define.js'
import type { SourceCell } from '../matrix/define.js'

export interface ShopVariant {
  /** One per option; null: any value. */
  readonly values: readonly (string | null)[]
  readonly price: SourceCell
  /** Price before a reduction; '' if there is none. */
  readonly wasPrice: SourceCell
  /** `price` is a sale price, which counts only below `wasPrice`. */
  readonly isSale: boolean
  /** In the product's `weightUnit`; '' for none. */
  readonly weight: SourceCell
  readonly sku: string
  /** Why the shop does not sell it today, such as `out of stock`; null if it does. */
  readonly unsold: Message | null
  readonly line: number
}

/** A finding about one product of a file. */
export interface ShopRemark {
  readonly grade: FileFinding['grade']
  readonly kind: string
  readonly message: Message
  readonly line: number
}

export interface ShopOption {
  readonly title: string
  /** In order of first use. */
  readonly values: readonly string[]
}

export interface ShopProduct {
  /** Identifies the product within the file. */
  readonly handle: string
  readonly title: string
  /** HTML. */
  readonly description: string
  readonly sku: string
  /** Why the shop does not offer the product publicly, such as `a draft`; null if it does. */
  readonly unpublished: Message | null
  readonly weightUnit: string
  /** Findings about this product only: a file may have many products. */
  readonly remarks: readonly ShopRemark[]
  readonly options: readonly ShopOption[]
  readonly variants: readonly ShopVariant[]
  readonly line: number
}

export const shopLimits = { options: 10, combinations: 20_000 } as const

const normalizeHeader = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Access to the columns of a shop export by name, tolerant of spelling differences between releases. */
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
  reportUnusedColumns(findings: FileFindings): void {
    const [head] = this.grid.rows
    const otherTitles = (head?.cells ?? []).flatMap(({ text }, column) =>
      text !== '' && !this.asked.has(column) && this.body.some(({ cells }) => (cells[column]?.text ?? '') !== '')
        ? [formatValue(text)]
        : [],
    )
    if (otherTitles.length > 0)
      findings.notice('columns-left-out', createMessage('models.columnsSkipped', { names: listFirst(otherTitles, 40) }))
  }
}
