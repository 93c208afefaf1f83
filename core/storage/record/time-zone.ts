// The time zone of the shop: the setting `time_zone`, else the zone of the store's country, else UTC.
import { findById } from '../../foundation/find-by-id.js'
import { country } from '../../model/entities/store/country.js'
import { store } from '../../model/entities/store/store.js'
import type { Queryable } from '../database/dialect.js'
import type { Snapshot } from './snapshot.js'

/** The most populous time zone of countries with several zones, by ISO 3166-1 alpha-2 code. */
const mainTimeZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
}

/** Newer runtimes only have `getTimeZones`. */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] | undefined }

/** By code. The runtime needs 0.3 ms to find the zones of a country. */
const foundTimeZones = new Map<string, string>()

/** The time zone of a country by its ISO 3166-1 alpha-2 code. UTC for an unknown code. */
export function findCountryTimeZone(code: string): string {
  const known = mainTimeZones[code] ?? foundTimeZones.get(code)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(code)) return 'UTC'
  const region = new Intl.Locale(`und-${code}`) as Region
  const zones = region.getTimeZones?.() ?? region.timeZones ?? []
  const timeZone = zones[0] ?? 'UTC'
  foundTimeZones.set(code, timeZone)
  return timeZone
}

/** The time zone of the shop in the snapshot. */
export async function readTimeZone(snapshot: Snapshot, on: Queryable): Promise<string> {
  const { time_zone: chosen } = snapshot.settings
  if (chosen) return chosen
  const [own] = await snapshot.records(on, store)
  const home = own && findById(await snapshot.records(on, country), own.country_id)
  return home ? findCountryTimeZone(home.iso2) : 'UTC'
}
