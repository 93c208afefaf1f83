// Snapshot of shop data that most requests need: languages, settings and small tables. Loaded once per store version.
import type { PropertyMap } from '../../foundation/property/kind.js'
import { settings } from '../../model/entities/store/settings.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { requireEntity, type Registry } from '../../model/registry.js'
import type { Queryable } from '../database/dialect.js'
import { loadRecords, type TypedRecord } from './load.js'
import type { WireRecord } from './results.js'

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
  const loadingByName = new Map<string, Promise<readonly WireRecord[]>>()
  const idsByName = new Map<string, ReadonlySet<number>>()
  function records<P extends PropertyMap>(on: Queryable, entity: EntityDefinition<P>): Promise<readonly TypedRecord<P>[]>
  function records(on: Queryable, entity: string): Promise<readonly WireRecord[]>
  function records(on: Queryable, entity: string | EntityDefinition): Promise<readonly WireRecord[]> {
    const name = typeof entity === 'string' ? entity : entity.name
    const before = loadingByName.get(name)
    if (before) return before
    const loading = loadRecords(on, requireEntity(registry, name), languages).then((all) => {
      idsByName.set(name, new Set(all.map(({ id }) => id)))
      return Object.freeze(all.map((record) => Object.freeze(record.values)))
    })
    loadingByName.set(name, loading)
    loading.catch(() => loadingByName.delete(name))
    return loading
  }
  return Object.freeze({
    languages,
    defaultLanguage: languages[0]!,
    settings: Object.freeze(only?.values ?? {}),
    records,
    knows: (entity: string, id: number) => idsByName.get(entity)?.has(id) === true,
    read: () => [settings.name, ...loadingByName.keys()],
  })
}
