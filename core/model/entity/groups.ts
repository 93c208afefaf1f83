// Property groups that several entities share.
import { createMessage } from '../../foundation/message.js'
import { parseEmailAddress } from '../../foundation/email-address.js'
import type { UnnamedProperty, Typed, FactoryOptions, CheckScope } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { decimal } from '../properties/number.js'
import { radio } from '../properties/radio.js'
import { string, type StringOptions, type NormalizedText } from '../properties/string.js'
import { validateVatId, hasVatIdFormat } from '../../engine/vat-id/vat-id-validation.js'
import { datetime } from '../properties/datetime.js'
import { dropdown } from '../properties/dropdown.js'

/** Creates a record type with these keys; the compiler cannot infer that a loop fills them all. */
function toRecord<K extends string, T>(entries: readonly (readonly [K, T])[]): Readonly<Record<K, T>> {
  return Object.fromEntries(entries) as Record<K, T>
}

/** Creates the properties `prefix_1 … prefix_n`, one per number. */
export function createNumberedProperties<const P extends string, const N extends number, T>(
  prefix: P,
  numbers: readonly N[],
  make: (n: N) => T,
): Readonly<Record<`${P}_${N}`, T>> {
  return toRecord(numbers.map((n) => [`${prefix}_${n}`, make(n)]))
}

/** Free text fields for rules, terms and customizations. */
export function createCustomFields<const P extends string, const N extends number, const G extends FactoryOptions = NoOptions>(
  prefix: P,
  label: string,
  numbers: readonly N[],
  options?: Exactly<G, FactoryOptions>,
) {
  return createNumberedProperties(prefix, numbers, (n) => string<G>(`${label} ${n}`, options))
}

/** A yes/no setting of a product that can inherit the shop-wide setting. */
export function createInheritableSwitch(label: string, options: Omit<FactoryOptions, 'default'> = {}) {
  return radio(label, { choices: { yes: 'Yes', no: 'No', inherit: 'As in the settings' }, ...options, default: 'inherit' })
}

/** Net, tax and gross of one part of an order: `delivery_net`, `delivery_tax`, `delivery_gross`. */
export function createMoneyFields<const P extends string>(prefix: P, label: string) {
  const parts = ['net', 'tax', 'gross'] as const
  return toRecord(parts.map((part) => [`${prefix}_${part}` as const, decimal(`${label} ${part}`)]))
}

/** Net, tax and gross of the whole document or line. */
export const moneyFields = { net: decimal('Net'), tax: decimal('Tax'), gross: decimal('Gross') }

const email = { expression: '^[^@\\s]+@[^@\\s]+$', words: createMessage('fields.emailFormat') }

export function emailAddress<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<StringOptions, G, string, ''>
export function emailAddress(label: string, options: FactoryOptions = {}): UnnamedProperty<StringOptions> {
  return string(label, { pattern: email, trimmed: true, form: normalizeEmail, ...options })
}

function normalizeEmail(text: string): NormalizedText {
  const address = parseEmailAddress(text)
  return address === null ? { refusal: createMessage('fields.emailExample') } : { text: address }
}

/** Normalises ids of countries with a known format or refuses them. Other ids are stored as entered. */
function normalizeVatId(text: string): NormalizedText {
  if (!hasVatIdFormat(text)) return { text }
  const result = validateVatId(text)
  return result.ok ? { text: result.id } : { refusal: result.message }
}

/** A VAT id, or the corresponding business id of another country. */
export const createVatIdField = () => string('VAT ID', { form: normalizeVatId })

/** The VAT id of a buyer, with the last reply of the register. An id that the register rejected no longer affects taxes. */
export const checkedVatIdFields = {
  vat_id: createVatIdField(),
  vat_id_status: dropdown('VAT id status', {
    choices: { valid: 'Valid', invalid: 'Not registered' },
    readOnly: true,
    help: 'The last reply of a VAT register; empty if it was never checked.',
  }),
  vat_id_checked: datetime('VAT id checked', { readOnly: true, help: "The time of the register's reply." }),
}

/** For `prepare`: clears the reply of the register when the id changes. */
export async function clearRegisterReply(
  record: Record<string, unknown>,
  scope: CheckScope,
  inputFields: ReadonlySet<string>,
): Promise<void> {
  if (scope.id === null || !inputFields.has('vat_id')) return
  const before = await scope.read(scope.entity, scope.id)
  if (before === null || before['vat_id'] === record['vat_id']) return
  record['vat_id_status'] = null
  record['vat_id_checked'] = null
}
