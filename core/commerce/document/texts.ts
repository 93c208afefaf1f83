// The stored texts of addresses, of the shop and of payment instructions: their keys, and safe readers for them.
import type { instructionsShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { isObject } from '../../foundation/json.js'

/** The text fields of an address. */
export const addressKeys = [
  'first_name',
  'last_name',
  'company',
  'line1',
  'line2',
  'zip',
  'city',
  'county',
  'state',
  'country',
] as const

/** The ids of the places that determined taxes and delivery. */
export const placeKeys = ['country_id', 'state_id', 'county_id', 'city_id'] as const

/** The seller. `url`: the address of the shop. `time_zone`: the time zone of the document's dates. '' if unknown. */
export const letterheadKeys = [
  'name',
  'url',
  'line1',
  'line2',
  'zip',
  'city',
  'country',
  'phone',
  'email_sales',
  'email_support',
  'vat_id',
  'company_register',
  'bank_name',
  'iban',
  'bic',
  'time_zone',
] as const

type TextFields<K extends string> = Readonly<Record<K, string>>

/** The texts of a stored object by key; '' for missing ones. */
function toTextFields<const K extends string>(stored: unknown, keys: readonly K[]): TextFields<K> {
  const fields = isObject(stored) ? stored : {}
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key] : '')
  // Safe cast: every key has a value.
  return Object.fromEntries(keys.map((key) => [key, text(key)])) as TextFields<K>
}

/** The text fields of an address; for null, empty texts. */
export const parseAddressTexts = (stored: unknown): TextFields<(typeof addressKeys)[number]> => toTextFields(stored, addressKeys)

/** A stored seller as letterhead texts. */
export const parseLetterhead = (stored: unknown): TextFields<(typeof letterheadKeys)[number]> =>
  toTextFields(stored, letterheadKeys)

/** Payment instructions for customers who are not redirected to a provider. */
export type Instructions = ShapeValue<typeof instructionsShape>

/** Stored payment instructions as texts; null for none. */
export function parseInstructions(stored: unknown): Instructions | null {
  if (!isObject(stored) || typeof stored['text'] !== 'string') return null
  const { text, details } = stored
  const rows = Array.isArray(details) ? details.filter(isObject) : []
  return { text, details: rows.map((row) => ({ label: String(row['label']), text: String(row['text']) })) }
}
