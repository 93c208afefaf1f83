// Loads the shop snapshot of a request: first the version counters, then the settings and records at those versions.
import type { Entity } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import { defineCache } from '../caches.js'
import type { Context, Moment, Versions } from '../context.js'
import { quote } from '../database/dialect.js'
import type { RecordRow } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import {
  currentVersions,
  isBumped,
  timesBumped,
  type Topic,
  versionColumns,
  versionOf,
  versionsIn,
} from '../database/versions.js'
import type { Also } from './load.js'
import { loadSnapshot, type Snapshot } from './snapshot.js'
import { rowsTopic } from './totals.js'

/** The topic of languages, settings and all other store-wide caches. */
export const storeTopic: Topic = 'store'

const snapshots = defineCache<Snapshot>('snapshot', 1)

/** The snapshot that a unit has loaded. All parts of the unit share it. */
const seen = (): { moment?: Moment } => ({})

interface Own {
  readonly snapshot: Snapshot
  /** By entity, the unit's change counters at the time when the snapshot was started. */
  readonly states: ReadonlyMap<string, string>
}

const ownSnapshots = () => ({}) as { held?: Own }

/** The unit's own snapshot. Reloads it only if the unit has changed a record that the snapshot has read. */
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
 * The topics to read: the store, `topics`, and recently requested topics. Most units request a product topic later, which then
 * needs no query. Data loaded later can be newer than its version, but never older.
 */
function wantedBy({ caches }: Context, unit: Unit | undefined, topics: readonly Topic[]): ReadonlySet<Topic> {
  const asked = [storeTopic, ...topics]
  if (unit === undefined) return new Set(asked)
  for (const topic of topics) caches.lately.set(topic, true)
  return new Set([...asked, ...caches.lately.keys()])
}

/** A topic for each record of an entity: a prefix, and the column with the rest of the topic's name. */
export interface OwnTopic {
  readonly prefix: string
  readonly column: string
}

/** Reads the version counters in the same query that finds a record. `also` has the additional columns. */
export interface Glance {
  readonly also: Also
  seen(row: RecordRow): Promise<Moment>
}

/**
 * Reads the versions of the store and of the record's own topic, else of recently requested topics. null if the unit has loaded
 * its snapshot already. The row waits for its lock, so its data can be newer than the versions, but never older.
 */
export function glance(context: Context, unit: Unit | undefined, entity: Entity, own?: OwnTopic): Glance | null {
  if (unit !== undefined && (isBumped(unit, storeTopic) || unit.kept(seen).moment)) return null
  // With its own topic, the caller needs no guess.
  const topics = own ? [storeTopic] : [storeTopic, ...context.caches.lately.keys()]
  const { columns, params } = versionColumns(topics)
  const named = own && versionOf(`REPLACE('${own.prefix}#', '#', ${quote(entity.table)}.${quote(own.column)})`)
  return {
    also: { columns: named === undefined ? columns : `${columns}, ${named} AS \`$version\``, params },
    seen(row) {
      const versions = versionsIn(row, topics)
      if (own) versions.set(`${own.prefix}${row[own.column]}`, Number(row['$version'] ?? 0))
      return momentUnder(context, unit, versions)
    },
  }
}

/** The snapshot of the shop at these versions. */
async function momentUnder(context: Context, unit: Unit | undefined, versions: Versions): Promise<Moment> {
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, unit ?? context.database)
  const snapshot = await context.caches.of(snapshots).get(storeTopic, versions.get(storeTopic) ?? 0, load)
  const moment = { versions, snapshot }
  if (unit) unit.kept(seen).moment = moment
  return moment
}

/**
 * Reads the versions of `store` and the given topics in one query. If the unit has changed the store, the snapshot belongs to
 * the unit and is not cached, because other requests must not see it yet.
 */
export async function momentOf(context: Context, unit?: Unit, topics: readonly Topic[] = []): Promise<Moment> {
  const on = unit ?? context.database
  const isOwn = unit !== undefined && isBumped(unit, storeTopic)
  const known = unit && !isOwn ? unit.kept(seen).moment : undefined
  if (known && topics.every((topic) => known.versions.has(topic))) return known
  // A unit raises its counters at its end. Until then, the versions that it has read are current.
  const before = isOwn ? unit.kept(seen).moment?.versions : undefined
  const isSeen = before?.has(storeTopic) && topics.every((topic) => before.has(topic))
  const versions = isSeen ? before! : await currentVersions(on, [...wantedBy(context, unit, topics)])
  if (!isOwn) return await momentUnder(context, unit, versions)
  return { versions, snapshot: await ownSnapshot(context, unit, () => loadSnapshot(context.registry, on)) }
}
