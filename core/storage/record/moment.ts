// What a request sees: the versions of what it depends on, read first, and the shop as it stands under them.
import { defineCache } from '../caches.js'
import type { Context, Moment } from '../context.js'
import type { Unit } from '../database/unit.js'
import { currentVersions, isBumped, type Topic } from '../database/versions.js'
import { loadSnapshot, type Snapshot } from './snapshot.js'

/** The topic of languages, settings and all that a store-wide cache holds. */
export const storeTopic: Topic = 'store'

const snapshots = defineCache<Snapshot>('snapshot', 1)

/** What units have seen: one looks once, whichever of its parts asks. */
const seen = (): { moment?: Moment } => ({})

/**
 * Reads the versions of `store` and the given topics in one statement. In a unit that has changed the store itself, the
 * snapshot is the unit's own and is not kept, because nobody else may see it yet.
 */
export async function momentOf(context: Context, unit?: Unit, topics: readonly Topic[] = []): Promise<Moment> {
  const on = unit ?? context.database
  const isOwn = unit !== undefined && isBumped(unit, storeTopic)
  const known = unit && !isOwn ? unit.kept(seen).moment : undefined
  if (known && topics.every((topic) => known.versions.has(topic))) return known
  const versions = await currentVersions(on, [storeTopic, ...topics])
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, on)
  if (isOwn) return { versions, snapshot: await load() }
  const snapshot = await context.caches.of(snapshots).get(storeTopic, versions.get(storeTopic) ?? 0, load)
  const moment = { versions, snapshot }
  if (unit) unit.kept(seen).moment = moment
  return moment
}
