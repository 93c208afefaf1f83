// What is known of the VAT ids of one country: how they are written, and the sum that shows slips of the pen.

export interface VatIdForm {
  /** The two letters in front; Greece writes EL, Northern Ireland XI. */
  readonly prefix: string
  /** Letters that people write in its place. */
  readonly alsoPrefix?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** True where the id is one of a part of the country, and for goods alone. */
  readonly northernIreland?: true
  /** In English, for sentences: `Germany`. */
  readonly name: string
  /** In words, with the prefix: `DE and 9 digits`. */
  readonly written: string
  readonly example: string
  /** What stands behind the prefix, without blanks, dots and hyphens, in capital letters. */
  readonly pattern: RegExp
  /** An older way of writing in today's: a leading zero. It is matched afterwards. */
  complete?(body: string): string
  /** Judges a body that fits the pattern by its check digits, and by dates and offices that it names. */
  holds(body: string): boolean
}

/** Declares a form; where nothing else is said the prefix is the country's code. */
export function defineVatId({ country, ...form }: Omit<VatIdForm, 'country'> & { readonly country?: string }): VatIdForm {
  return Object.freeze({ ...form, country: country ?? form.prefix })
}
