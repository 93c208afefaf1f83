// The number of an order or a quote as people read it: with the prefix of its order.

interface NumberedDocument {
  readonly number: number | null
  /** Only orders have one. */
  readonly number_prefix?: string
}

/** '' until the document has a number. */
export const formatDocumentNumber = ({ number, number_prefix = '' }: NumberedDocument): string =>
  number === null ? '' : `${number_prefix}${number}`
