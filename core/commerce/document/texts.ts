// The texts of a document: of the seller, of addresses and of payment instructions, as they are now and as they are stored.
import { isObject } from '../../foundation/json.js'
import { type AddressTexts, addressMembers, type Instructions, type Letterhead, letterheadMembers } from './define.js'
import { county } from '../../model/entities/store/county.js'
import { state } from '../../model/entities/store/state.js'
import { country } from '../../model/entities/store/country.js'
import { findById } from '../../storage/record/snapshot.js'
import { getRecordText } from '../../foundation/language.js'
import { store } from '../../model/entities/store/store.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { readShopTimeZone } from '../../shop/shop.js'
import { city } from '../../model/entities/store/city.js'

const getNames = <K extends string>(members: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(members) as K[]

type TextFields<K extends string> = Readonly<Record<K, string>>

/** The texts of a stored object by key; '' for missing ones. */
function toTextFields<const K extends string>(stored: unknown, keys: readonly K[]): TextFields<K> {
  const fields = isObject(stored) ? stored : {}
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key] : '')
  // Safe cast: every key has a value.
  return Object.fromEntries(keys.map((key) => [key, text(key)])) as TextFields<K>
}

/** The text fields of an address; for null, empty texts. */
export const parseAddressTexts = (stored: unknown): TextFields<keyof typeof addressMembers> =>
  toTextFields(stored, getNames(addressMembers))

/** A stored seller as letterhead texts. */
export const parseLetterhead = (stored: unknown): Letterhead => toTextFields(stored, getNames(letterheadMembers))

/** Stored payment instructions as texts; null for none. */
export function parseInstructions(stored: unknown): Instructions | null {
  if (!isObject(stored) || typeof stored['text'] !== 'string') return null
  const { text, details } = stored
  const rows = Array.isArray(details) ? details.filter(isObject) : []
  return { text, details: rows.map((row) => ({ label: String(row['label']), text: String(row['text']) })) }
}

/** The country's name in the document's language; '' for none. */
async function readCountryName(work: ServiceContext, id: number | null, language: string): Promise<string> {
  const record = findById(await work.records(country), id)
  return record ? getRecordText(record, 'name', language) || record.name : ''
}

/** @param url the address of the shop; stored only if it is absolute */
export async function buildLetterhead(work: ServiceContext, language: string, url: string): Promise<Letterhead> {
  const [own] = await work.records(store)
  return parseLetterhead({
    ...own,
    url: /^https?:/.test(url) ? url : '',
    country: await readCountryName(work, own?.country_id ?? null, language),
    time_zone: await readShopTimeZone(work),
  })
}

interface PlaceName {
  readonly id: number
  readonly name: string
}

const findPlaceName = (places: readonly PlaceName[], id: number | null): string => findById(places, id)?.name ?? ''

/** An address with the ids of its places. */
type AddressWithPlaces = Omit<AddressTexts, 'country' | 'county' | 'state'>

/** Converts the ids of places to names in the language. */
export async function toAddressTexts(work: ServiceContext, record: AddressWithPlaces, language: string): Promise<AddressTexts> {
  return {
    ...parseAddressTexts(record),
    city: record.city || findPlaceName(await work.records(city), record.city_id),
    county: findPlaceName(await work.records(county), record.county_id),
    state: findPlaceName(await work.records(state), record.state_id),
    country: await readCountryName(work, record.country_id, language),
    country_id: record.country_id,
    state_id: record.state_id,
    county_id: record.county_id,
    city_id: record.city_id,
  }
}
