// The format and check digits of the VAT ids of one country.

export interface VatIdFormat {
  /** The two-letter prefix. EL for Greece, XI for Northern Ireland. */
  readonly prefix: string
  /** An alternative prefix that is accepted as input. */
  readonly alternativePrefix?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** True for Northern Ireland: a part of a country, for goods only. */
  readonly northernIreland?: true
  /** The English name for messages, for example `Germany`. */
  readonly name: string
  /** The format in words, including the prefix: `DE and 9 digits`. */
  readonly description: string
  readonly example: string
  /** The part after the prefix, without spaces, dots and hyphens, in upper case. */
  readonly pattern: RegExp
  /** Converts an older format into the current one (a leading zero). Runs before the pattern is matched. */
  normalize?(body: string): string
  /** Validates the check digits, and dates and offices within the id. The body matches the pattern. */
  isValid(body: string): boolean
}

/** Declares a format. The country defaults to the prefix. */
export function defineVatIdFormat({
  country,
  ...form
}: Omit<VatIdFormat, 'country'> & { readonly country?: string }): VatIdFormat {
  return Object.freeze({ ...form, country: country ?? form.prefix })
}
