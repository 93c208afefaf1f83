// What is printed: plain data that names every text as it will stand on paper, so that drawing it needs neither shop nor database.
import type { Direction } from '../../foundation/language/direction.js'

/** The documents that are printed, each of a frozen order or quote. */
export type Printed = 'confirmation' | 'invoice' | 'delivery-note' | 'quote'

/** The name of a picture in the file store, whose bytes travel beside the sheet. */
export type PictureName = string

/** A picture as it was stored. */
export interface GivenPicture {
  /** Its content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

export type GivenPictures = ReadonlyMap<PictureName, GivenPicture>

export interface SheetColumn {
  readonly label: string
  /** Points; null takes what is left. */
  readonly width: number | null
  /** Figures end where the column ends. */
  readonly align: 'start' | 'end'
}

/** What was selected, or anything else that is said of a line. */
export interface SheetDetail {
  readonly label: string
  readonly text: string
  readonly picture: PictureName | null
}

export interface SheetRow {
  /** One text per column; the line's title among them. */
  readonly cells: readonly string[]
  readonly picture: PictureName | null
  readonly details: readonly SheetDetail[]
}

export interface SheetSum {
  readonly label: string
  readonly amount: string
  /** `total`: what is paid; `part`: what it is made of; `aside`: what is contained in it. */
  readonly kind: 'part' | 'total' | 'aside'
}

export interface SheetAddress {
  readonly label: string
  readonly lines: readonly string[]
}

export interface PrintSheet {
  readonly language: string
  readonly direction: Direction
  /** `Invoice R-1000`. */
  readonly title: string
  /** The file's name, without what a file system would mind. */
  readonly fileName: string
  /** ISO 8601: what the file is dated with, whenever it is drawn. */
  readonly dated: string
  readonly shop: string
  /** The shop's address in one line, above the recipient's. */
  readonly sender: string
  readonly logo: PictureName | null
  readonly recipient: readonly string[]
  readonly other: SheetAddress | null
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly columns: readonly SheetColumn[]
  /** Which column holds the line's title; its details stand below it. */
  readonly titleColumn: number
  readonly rows: readonly SheetRow[]
  readonly sums: readonly SheetSum[]
  readonly notes: readonly string[]
  /** At the foot of every page. */
  readonly imprint: readonly (readonly string[])[]
  /** With {page} and {pages}. */
  readonly pageOf: string
}

/** Staff of the shop, or the network of a shopper: an address, or the first 64 bits of an IPv6 address. */
export type PrintRequester = 'staff' | { readonly network: string }

/** Draws sheets in threads of their own. */
export interface Printer {
  /**
   * A PDF file. TOO_MANY_REQUESTS if too many documents of the network wait; NOT_READY if the queue is full, or if the document failed
   * within the last five minutes.
   * @param pictures called when the document's turn comes
   */
  print(sheet: PrintSheet, pictures: () => Promise<GivenPictures>, requester: PrintRequester): Promise<Uint8Array>
}

/** The content type of what is printed. */
export const printedType = 'application/pdf'
