// Snapshot of shop data that most requests need: languages, settings, time zone and small tables. Loaded once per store version.
import type { PropertyMap } from '../../foundation/property/kind.js'
import { settings } from '../../model/entities/store/settings.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { requireEntity, type Registry } from '../../model/registry.js'
import type { Queryable } from '../database/dialect.js'
import { loadRecords, SharedLoad, type TypedRecord } from './load.js'
import type { WireRecord } from './results.js'
import { country } from '../../model/entities/store/country.js'
import { store } from '../../model/entities/store/store.js'

export interface Snapshot {
  /** The active languages. The first one is the store default. */
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** The settings record with every field. Contains secrets, so do not return it to callers. Empty before the installation. */
  readonly settings: Partial<RecordOf<typeof settings>>
  /**
   * All records of an entity whose topic is `store` (currencies, tax classes and rates, countries, customer groups), in id
   * order, with plain and flat keys. Loads them through `on` on the first call, then caches them in the snapshot.
   */
  records<P extends PropertyMap>(on: Queryable, entity: EntityDefinition<P>): Promise<readonly TypedRecord<P>[]>
  records(on: Queryable, entity: string): Promise<readonly WireRecord[]>
  /** True if the records of the entity were loaded and contain the id. False if the id or the records are missing. */
  knows(entity: string, id: number): boolean
  /** The names of the entities loaded so far. */
  read(): Iterable<string>
}

/** Used while the seed is written, before the settings exist. */
const seedLanguage = 'en-GB'

function listActiveLanguages({ language_tag: first, active_languages: active = [] }: Snapshot['settings']): readonly string[] {
  return Object.freeze([...new Set([first || seedLanguage, ...active])])
}

/** Loads the settings now. All other records load on first use. */
export async function loadSnapshot(registry: Registry, on: Queryable): Promise<Snapshot> {
  const [only] = registry.entities.has(settings.name) ? await loadRecords(on, requireEntity(registry, settings), []) : []
  const languages = listActiveLanguages(only?.values ?? {})
  const loadsByName = new Map<string, SharedLoad<readonly WireRecord[]>>()
  const idsByName = new Map<string, ReadonlySet<number>>()
  function records<P extends PropertyMap>(on: Queryable, entity: EntityDefinition<P>): Promise<readonly TypedRecord<P>[]>
  function records(on: Queryable, entity: string): Promise<readonly WireRecord[]>
  function records(on: Queryable, entity: string | EntityDefinition): Promise<readonly WireRecord[]> {
    const name = typeof entity === 'string' ? entity : entity.name
    const before = loadsByName.get(name)
    if (before?.isAwaitable(on)) return before.value
    const loadAll = async (): Promise<readonly WireRecord[]> => {
      const all = await loadRecords(on, requireEntity(registry, name), languages)
      idsByName.set(name, new Set(all.map(({ id }) => id)))
      return Object.freeze(all.map((record) => Object.freeze(record.values)))
    }
    const load = new SharedLoad(loadAll, on)
    loadsByName.set(name, load)
    load.value.catch(() => {
      if (loadsByName.get(name) === load) loadsByName.delete(name)
    })
    return load.value
  }
  return Object.freeze({
    languages,
    defaultLanguage: languages[0]!,
    settings: Object.freeze(only?.values ?? {}),
    records,
    knows: (entity: string, id: number) => idsByName.get(entity)?.has(id) === true,
    read: () => [settings.name, ...loadsByName.keys()],
  })
}

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

interface Identified {
  readonly id: number
}

const indexes = new WeakMap<readonly Identified[], ReadonlyMap<number, Identified>>()

/** The record with this id, or undefined. The list must never change: its index is cached with it. */
export function findById<T extends Identified>(records: readonly T[], id: number | null | undefined): T | undefined {
  if (id === null || id === undefined) return undefined
  let index = indexes.get(records)
  if (!index) {
    index = new Map(records.map((record) => [record.id, record]))
    indexes.set(records, index)
  }
  // The index contains the records of this list, which have type T.
  return index.get(id) as T | undefined
}
