// The data of a printed document: final texts only, so drawing needs neither the shop nor the database.
import type { Direction } from '../../core/foundation/language/direction.js'

/** The printable documents, each from a frozen order or quote. */
export type PrintKind = 'confirmation' | 'invoice' | 'delivery-note' | 'quote'

/** The name of a picture in the file store. Its bytes are passed separately from the sheet. */
export type PictureName = string

/** A picture as stored. */
export interface StoredPicture {
  /** Its content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

export type StoredPictures = ReadonlyMap<PictureName, StoredPicture>

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

export interface SheetSum {
  readonly label: string
  readonly amount: string
  /** `total`: the amount to pay; `part`: an addend; `aside`: an amount that is included. */
  readonly kind: 'part' | 'total' | 'aside'
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
  readonly sums: readonly SheetSum[]
  readonly notes: readonly string[]
  /** Printed at the foot of every page. */
  readonly imprint: readonly (readonly string[])[]
  /** Contains {page} and {pages}. */
  readonly pageOf: string
}

/** Staff, or the network of a shopper: an IPv4 address, or the first 64 bits of an IPv6 address. */
export type PrintRequester = 'staff' | { readonly network: string }

/** Draws sheets in worker threads. */
export interface Printer {
  /**
   * Returns a PDF file. TOO_MANY_REQUESTS if too many documents of the network wait. NOT_READY if the queue is full, or if the document
   * failed within the last five minutes. @param pictures called when the document's turn comes
   */
  print(sheet: PrintSheet, pictures: () => Promise<StoredPictures>, requester: PrintRequester): Promise<Uint8Array>
}

/** The content type of printed documents. */
export const pdfMediaType = 'application/pdf'
