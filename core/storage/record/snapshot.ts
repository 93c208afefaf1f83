// What nearly every request needs of the shop: its languages, its settings, and its small tables, read once per version.
import { requireEntity, type Registry } from '../../model/registry.js'
import type { Queryable } from '../database/queryable.js'
import { loadRecords } from './load.js'
import type { WireRecord } from './shapes.js'

export interface Snapshot {
  /** The active languages; the first is the store default. */
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** The settings singleton with every field, sensitive ones too: not for callers as it is. Empty before the install. */
  readonly settings: WireRecord
  /**
   * Every record of an entity whose topic is `store` (currencies, tax classes and rates, countries, customer groups), in id
   * order, with plain and flat keys; read through `on` when first asked for, then kept as long as the snapshot.
   */
  records(on: Queryable, entity: string): Promise<readonly WireRecord[]>
}

/** Before the settings exist, while the seed is written. */
const firstLanguage = 'en-GB'

function languagesOf(settings: WireRecord): readonly string[] {
  const first = typeof settings.language_tag === 'string' && settings.language_tag !== '' ? settings.language_tag : firstLanguage
  const active = Array.isArray(settings.active_languages)
    ? settings.active_languages.filter((tag) => typeof tag === 'string')
    : []
  return Object.freeze([...new Set([first, ...active])])
}

/** Reads the settings now and everything else when it is asked for. */
export async function loadSnapshot(registry: Registry, on: Queryable): Promise<Snapshot> {
  const [settings] = registry.entities.has('settings') ? await loadRecords(on, requireEntity(registry, 'settings'), []) : []
  const languages = languagesOf(settings?.values ?? {})
  const kept = new Map<string, Promise<readonly WireRecord[]>>()
  return Object.freeze({
    languages,
    defaultLanguage: languages[0]!,
    settings: Object.freeze(settings?.values ?? {}),
    records(on: Queryable, name: string) {
      const known = kept.get(name)
      if (known) return known
      const loading = loadRecords(on, requireEntity(registry, name), languages).then((all) =>
        Object.freeze(all.map((one) => Object.freeze(one.values))),
      )
      kept.set(name, loading)
      loading.catch(() => kept.delete(name))
      return loading
    },
  })
}
