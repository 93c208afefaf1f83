// The content of a printed document as core hands it to the plugin that prints: the frozen record, its invoice and its pictures.
import type { ReplyFile } from '../../model/verb/shape.js'
import type { Context } from '../../storage/context.js'
import type { DocumentReply, FrozenDocument } from './define.js'

/** The name of a picture in the file store. */
export type PictureName = string

/** A picture as stored. */
export interface StoredPicture {
  /** Its content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

export type StoredPictures = ReadonlyMap<PictureName, StoredPicture>

/** The fields that an invoice adds to its order. */
export interface InvoiceTexts {
  readonly number: string
  readonly created: string | null
  /** When the goods were delivered. null if they were paid in advance, on the day of the invoice. */
  readonly supplied: string | null
}

/** The fields that a credit note adds to its invoice. */
export interface CreditNoteTexts {
  readonly number: string
  readonly created: string | null
  readonly reason: string
  /** True if it credits the whole invoice. */
  readonly isCancellation: boolean
}

/** Staff, or the network of a shopper: an IPv4 address, or the first 64 bits of an IPv6 address. */
export type PrintRequester = 'staff' | { readonly network: string }

export interface PrintSource {
  readonly context: Context
  readonly requester: PrintRequester
  readonly document: FrozenDocument
  /** The document as callers read it, in its own language. */
  readonly reply: DocumentReply
  /** null unless the document needs one. */
  readonly invoice: InvoiceTexts | null
  /** The credit note to print. Then `document` contains the credited parts only. */
  readonly creditNote: CreditNoteTexts | null
  /** Further documents of the same file, in order. Only for printed documents that declare `sets`. */
  readonly following?: readonly PrintSource[]
  /** The shop's logo at the time the document was frozen. */
  readonly logo: PictureName | null
  /** Reads stored pictures, up to 24 MB together. Further pictures are left out. */
  loadPictures(names: readonly PictureName[]): Promise<StoredPictures>
}

/** Prints the document with that name. */
export type DocumentPrinter = (name: string, source: PrintSource) => Promise<ReplyFile>
