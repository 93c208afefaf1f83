// What a document keeps of addresses, of the shop and of how it is paid: the names of their fields, and their texts however they were stored.
import { isObject } from '../../foundation/object.js'

/** An address in words. */
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

/** The records of the places by which taxes and delivery were found. */
export const placeKeys = ['country_id', 'state_id', 'county_id', 'city_id'] as const

/** Who sells; `url` is where the shop was reached, `time_zone` is that of the document's dates; '' if not known. */
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

type Texts<K extends string> = Readonly<Record<K, string>>

/** Texts of a stored object by their keys: what is missing is ''. */
function texts<const K extends string>(stored: unknown, keys: readonly K[]): Texts<K> {
  const held = isObject(stored) ? stored : {}
  const text = (key: string): string => (typeof held[key] === 'string' ? held[key] : '')
  // A loop fills every key; the compiler cannot see that.
  return Object.fromEntries(keys.map((key) => [key, text(key)])) as Texts<K>
}

/** An address without its places; of null, one of empty texts. */
export const addressWords = (stored: unknown): Texts<(typeof addressKeys)[number]> => texts(stored, addressKeys)

/** Whatever is stored as the shop, in the texts of a letterhead. */
export const letterheadOf = (stored: unknown): Texts<(typeof letterheadKeys)[number]> => texts(stored, letterheadKeys)

/** What people read who pay without being sent anywhere. */
export interface Instructions {
  readonly text: string
  /** What is copied one by one: an IBAN, an amount. */
  readonly details: readonly { readonly label: string; readonly text: string }[]
}

/** Whatever is stored as instructions, in texts; null for none. */
export function instructionsOf(stored: unknown): Instructions | null {
  if (!isObject(stored) || typeof stored['text'] !== 'string') return null
  const { text, details } = stored
  const rows = Array.isArray(details) ? details.filter(isObject) : []
  return { text, details: rows.map((row) => ({ label: String(row['label']), text: String(row['text']) })) }
}
