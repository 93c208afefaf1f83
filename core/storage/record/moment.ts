// What a request sees: the versions of what it depends on, read first, and the shop as it stands under them.
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

/** A topic of which each record of an entity has its own: the name in front, and the column with the rest of it. */
export interface OwnTopic {
  readonly prefix: string
  readonly column: string
}

/** A look at the shop by a statement that finds a record: what it reads beside, and what was seen by it. */
export interface Glance {
  readonly also: Also
  seen(row: RecordRow): Promise<Moment>
}

/**
 * A look at the store, and at the record's own topic, else at what units have looked at lately; null where the unit has looked already. The
 * versions are no newer than the row, which waits for its lock: what is loaded afterwards may be newer than they say, never older.
 */
export function glance(context: Context, unit: Unit | undefined, entity: Entity, own?: OwnTopic): Glance | null {
  if (unit !== undefined && (isBumped(unit, storeTopic) || unit.kept(seen).moment)) return null
  // Whoever knows which topic he will ask for needs no guess.
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

/** The shop as it stands under these versions. */
async function momentUnder(context: Context, unit: Unit | undefined, versions: Versions): Promise<Moment> {
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, unit ?? context.database)
  const snapshot = await context.caches.of(snapshots).get(storeTopic, versions.get(storeTopic) ?? 0, load)
  const moment = { versions, snapshot }
  if (unit) unit.kept(seen).moment = moment
  return moment
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
  if (!isOwn) return await momentUnder(context, unit, versions)
  return { versions, snapshot: await ownSnapshot(context, unit, () => loadSnapshot(context.registry, on)) }
}
