// The data of a printed document: final texts only, so drawing needs neither the shop nor the database.
import type { Direction, DocumentSum, PictureName } from 'product-configurator-service'

/** The documents of this plugin. */
export type PrintKind = 'confirmation' | 'invoice' | 'delivery-note' | 'quote' | 'credit-note'

export interface SheetColumn {
  readonly label: string
  /** Points. null: takes the remaining width. */
  readonly width: number | null
  /** Numbers align to the end of the column. */
  readonly align: 'start' | 'end'
}

/** A selection, or other information about a line. */
export interface SheetDetail {
  readonly label: string
  readonly text: string
  readonly picture: PictureName | null
}

export interface SheetRow {
  /** One text per column, including the line's title. */
  readonly cells: readonly string[]
  readonly picture: PictureName | null
  readonly details: readonly SheetDetail[]
}

export interface SheetAddress {
  readonly label: string
  readonly lines: readonly string[]
}

export interface PrintSheet {
  readonly language: string
  readonly direction: Direction
  /** Example: `Invoice R-1000`. */
  readonly title: string
  /** File name without characters that file systems reject. */
  readonly fileName: string
  /** ISO 8601: the date in the file's metadata, independent of when it is drawn. */
  readonly dated: string
  readonly shop: string
  /** The shop's address in one line, above the recipient's. */
  readonly sender: string
  readonly logo: PictureName | null
  readonly recipient: readonly string[]
  readonly other: SheetAddress | null
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly columns: readonly SheetColumn[]
  /** Index of the column with the line's title. Details are printed below it. */
  readonly titleColumn: number
  readonly rows: readonly SheetRow[]
  readonly sums: readonly DocumentSum[]
  readonly notes: readonly string[]
  /** Printed at the foot of every page. */
  readonly imprint: readonly (readonly string[])[]
  /** Contains {page} and {pages}. */
  readonly pageOf: string
  /** Further documents of the same file. Each begins on a new page and numbers its own pages. */
  readonly following?: readonly PrintSheet[]
}

/** The content type of printed documents. */
export const pdfMediaType = 'application/pdf'
