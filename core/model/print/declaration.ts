// Declares a printed document as data. The behaviour is added in core/contribution/printed-document.ts.

export interface PrintedDocumentDeclaration {
  /** Kebab-case, for example `delivery-note`. */
  readonly name: string
  /** English, for example `Invoice`. With it, notifications can attach the document to their mails. */
  readonly label?: string
  /** The key of the message with {number} that names the file in a mail, or an English sentence. Default: the label. */
  readonly title?: string
  /** The message for a credit note of a whole invoice. Default: the title. */
  readonly cancellationTitle?: string
  /** The entity from whose frozen records it is printed. */
  readonly entity: 'sales-order' | 'quote' | 'credit-note'
  /** The content type of the file. */
  readonly mediaType: string
  /** True: it is printed only for an order with an invoice. */
  readonly needsInvoice?: boolean
  /** True: it prints several records into one file. */
  readonly sets?: boolean
}
