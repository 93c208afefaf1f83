// Validates VAT ids of the European Union and Northern Ireland offline: country, format and check digits.
import { vatIdFormats } from './regions/index.js'
import type { VatIdFormat } from './vat-id-format.js'
import { createMessage, type Message } from '../../foundation/message.js'

const byPrefix: ReadonlyMap<string, VatIdFormat> = new Map(
  vatIdFormats.flatMap((form) =>
    [form.prefix, form.alternativePrefix].flatMap((letters) => (letters ? [[letters, form] as const] : [])),
  ),
)

const prefixes = vatIdFormats.map(({ prefix }) => prefix).join(', ')

/** Maximum number of input characters in a message. */
const maxEchoed = 40

export type VatIdValidation =
  | {
      readonly ok: true
      /** The normalized form, as in registers: `DE136695976`. */
      readonly id: string
      /** ISO 3166-1 alpha-2. GR for EL, GB for XI. */
      readonly country: string
      /** True for XI: valid for goods only, in a part of the country. */
      readonly northernIreland?: true
    }
  | {
      readonly ok: false
      /** The reason and the expected format. */
      readonly message: Message
    }

/** Removes separators: spaces, dots, hyphens and dashes. Converts to upper case. */
function compact(text: string): string {
  return text.replace(/[\s.\-\u2010-\u2015]/g, '').toUpperCase()
}

/** Whether the prefix belongs to a country with a known format. Other ids cannot be validated. */
export function hasVatIdFormat(text: string): boolean {
  return byPrefix.has(compact(text).slice(0, 2))
}

/** Validates a VAT id with any spacing and case. Only a register knows whether the id was actually issued. */
export function validateVatId(text: string): VatIdValidation {
  const compactText = compact(text)
  const form = byPrefix.get(compactText.slice(0, 2))
  const id = text.length > maxEchoed ? `${text.slice(0, maxEchoed)}…` : text
  if (!form) return refuse(createMessage('fields.vatIdPrefix', { id, prefixes }))
  const input = compactText.slice(2)
  const body = form.normalize?.(input) ?? input
  const values = { id, country: form.name, prefix: form.prefix, format: form.description, example: form.example }
  if (!form.pattern.test(body)) return refuse(createMessage('fields.vatIdFormat', values))
  // Zeros satisfy most checksums.
  if (!form.isValid(body) || !/[1-9]/.test(body)) return refuse(createMessage('fields.vatIdMistyped', values))
  const { prefix, country, northernIreland } = form
  return { ok: true, id: prefix + body, country, ...(northernIreland && { northernIreland }) }
}

const refuse = (message: Message): VatIdValidation => ({ ok: false, message })
