// What a request sees: the versions of what it depends on, read first, and the shop as it stands under them.
import type { Entity } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import { defineCache } from '../caches.js'
import type { Context, Moment } from '../context.js'
import type { Unit } from '../database/unit.js'
import { currentVersions, isBumped, timesBumped, type Topic } from '../database/versions.js'
import { loadSnapshot, type Snapshot } from './snapshot.js'
import { rowsTopic } from './totals.js'

/** The topic of languages, settings and all that a store-wide cache holds. */
export const storeTopic: Topic = 'store'

const snapshots = defineCache<Snapshot>('snapshot', 1)

/** What units have seen: one looks once, whichever of its parts asks. */
const seen = (): { moment?: Moment } => ({})

interface Own {
  readonly snapshot: Snapshot
  /** By entity what the unit had done to its rows when the snapshot was begun. */
  readonly states: ReadonlyMap<string, string>
}

const ownSnapshots = () => ({}) as { held?: Own }

/** The unit's own snapshot, read again only once the unit has changed something of it: not with each of hundreds of countries. */
async function ownSnapshot({ registry }: Context, u: Unit, load: () => Promise<Snapshot>): Promise<Snapshot> {
  const stateOf = (entity: Entity): string => `${u.changes(entity.table)} ${timesBumped(u, rowsTopic(entity))}`
  const own = u.kept(ownSnapshots)
  if (own.held) {
    const { snapshot, states } = own.held
    const isSo = [...snapshot.read()].every((name) => states.get(name) === stateOf(requireEntity(registry, name)))
    if (isSo) return snapshot
  }
  const states = new Map(
    [...registry.entities.values()].filter(({ topic }) => topic === storeTopic).map((entity) => [entity.name, stateOf(entity)]),
  )
  const snapshot = await load()
  own.held = { snapshot, states }
  return snapshot
}

/**
 * With what units have looked at lately: most ask for the topic of a product later on, which is then no trip to the database of its
 * own. What is loaded afterwards may be newer than its version says, never older.
 */
function wantedBy({ caches }: Context, unit: Unit | undefined, topics: readonly Topic[]): ReadonlySet<Topic> {
  const asked = [storeTopic, ...topics]
  if (unit === undefined) return new Set(asked)
  for (const topic of topics) caches.lately.set(topic, true)
  return new Set([...asked, ...caches.lately.keys()])
}

/**
 * Reads the versions of `store` and the given topics in one statement. In a unit that has changed the store itself, the
 * snapshot is the unit's own and is not kept, because nobody else may see it yet.
 */
export async function momentOf(context: Context, unit?: Unit, topics: readonly Topic[] = []): Promise<Moment> {
  const on = unit ?? context.database
  const isOwn = unit !== undefined && isBumped(unit, storeTopic)
  const known = unit && !isOwn ? unit.kept(seen).moment : undefined
  if (known && topics.every((topic) => known.versions.has(topic))) return known
  // What a unit raises it raises in the end: until then the versions are those that it has seen.
  const before = isOwn ? unit.kept(seen).moment?.versions : undefined
  const isSeen = before?.has(storeTopic) && topics.every((topic) => before.has(topic))
  const versions = isSeen ? before! : await currentVersions(on, [...wantedBy(context, unit, topics)])
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, on)
  if (isOwn) return { versions, snapshot: await ownSnapshot(context, unit, load) }
  const snapshot = await context.caches.of(snapshots).get(storeTopic, versions.get(storeTopic) ?? 0, load)
  const moment = { versions, snapshot }
  if (unit) unit.kept(seen).moment = moment
  return moment
}
