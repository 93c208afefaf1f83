// Declares formats of VAT ids, and validates an id by the format of its prefix.
import { createMessage, type Message } from '../../foundation/message.js'

/** The format and check digits of the VAT ids with one prefix. */
export interface VatIdFormat {
  /** The two-letter prefix. EL for Greece, XI for Northern Ireland. */
  readonly name: string
  /** An alternative prefix that is accepted as input. */
  readonly alternativePrefix?: string
  /** ISO 3166-1 alpha-2. GR for EL, GB for XI. */
  readonly country: string
  /** True for member states and Northern Ireland. Only such an id can remove the tax from a delivery. */
  readonly inEuVatArea?: boolean
  /** True for Northern Ireland: valid for goods only, in a part of the country. */
  readonly northernIreland?: boolean
  /** The English name for messages, for example `Germany`. */
  readonly label: string
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

/** Declares a format. */
export function defineVatIdFormat(format: VatIdFormat): VatIdFormat {
  return Object.freeze(format)
}

export type VatIdValidation =
  | {
      readonly ok: true
      /** The normalized form, as in registers: `DE136695976`. */
      readonly id: string
      readonly format: VatIdFormat
    }
  | {
      readonly ok: false
      /** The reason and the expected format. */
      readonly message: Message
    }

/** Maximum number of input characters in a message. */
const maxEchoed = 40

/** Removes separators: spaces, dots, hyphens and dashes. Converts to upper case. */
function compact(text: string): string {
  return text.replace(/[\s.\-\u2010-\u2015]/g, '').toUpperCase()
}

/** The part of the registry with the formats by prefix. */
interface VatIdFormats {
  readonly vatIdFormats: ReadonlyMap<string, VatIdFormat>
}

function findFormat({ vatIdFormats }: VatIdFormats, prefix: string): VatIdFormat | undefined {
  return vatIdFormats.get(prefix) ?? [...vatIdFormats.values()].find(({ alternativePrefix }) => alternativePrefix === prefix)
}

/**
 * Validates a VAT id with any spacing and case. Only a register knows whether the id was actually issued. Null if no plugin
 * contributes a format with the prefix: such an id cannot be checked.
 */
export function validateVatId(registry: VatIdFormats, text: string): VatIdValidation | null {
  const compactText = compact(text)
  const format = findFormat(registry, compactText.slice(0, 2))
  if (!format) return null
  const input = compactText.slice(2)
  const body = format.normalize?.(input) ?? input
  const matches = format.pattern.test(body)
  // Zeros satisfy most checksums.
  if (matches && format.isValid(body) && /[1-9]/.test(body)) return { ok: true, id: format.name + body, format }
  const id = text.length > maxEchoed ? `${text.slice(0, maxEchoed)}…` : text
  const { label: country, name: prefix, description, example } = format
  const values = { id, country, prefix, format: description, example }
  return { ok: false, message: createMessage(matches ? 'fields.vatIdMistyped' : 'fields.vatIdFormat', values) }
}
