// Versions of what caches hold, by topic: the writing unit raises them, every request compares them (architecture §7).
import { createLruCache, type LruCache } from '../../foundation/lru-cache.js'
import type { Queryable } from './queryable.js'
import { inList, type Row, type SqlParameter } from './statement.js'
import type { Unit } from './unit.js'

/** `store`, `access`, or `product:<id>`; entities declare theirs. */
export type Topic = string

const prefix = 'version '
const columns = ['topic', 'version']

/** True where the unit has changed what the topic stands for: what it reads now is nobody else's yet. */
export function isBumped(u: Unit, topic: Topic): boolean {
  return u.pending.has(prefix + topic)
}

const counts = () => new Map<Topic, number>()

/** How often the unit has asked for the topic to be raised: it rises with every write of what the topic stands for. */
export const timesBumped = (u: Unit, topic: Topic): number => u.kept(counts).get(topic) ?? 0

/** Raises a topic's version as the last thing before the unit commits: once, whoever asks. */
export function bump(u: Unit, topic: Topic): void {
  u.kept(counts).set(topic, timesBumped(u, topic) + 1)
  u.beforeCommit(prefix + topic, raise)
}

const raised = new WeakSet<Unit>()

/** All topics of the unit in one statement, in one order for all, so that units never wait crosswise. */
function raise(last: Unit): void {
  if (raised.has(last)) return
  raised.add(last)
  const keys = [...last.pending.keys()].filter((key) => key.startsWith(prefix)).sort()
  // A step of random size: a version that was read in a unit which was then rolled back never comes again with other contents.
  const step = 1 + Math.floor(Math.random() * 1_000_000)
  const assignment = `version = svc_versions.version + ${last.dialect.incoming('version')}`
  const sql = last.dialect.upsert('svc_versions', columns, ['topic'], assignment, keys.length)
  const params = keys.flatMap((key) => [key.slice(prefix.length), step])
  last.meanwhile(last.run(sql, params))
}

/** Raises every topic there is, and those that every shop has: all that any process keeps in memory is out of date. */
export function bumpAll(u: Unit): void {
  for (const topic of ['access', 'store']) bump(u, topic)
  u.beforeCommit('versions', async (last) => {
    await last.run('UPDATE svc_versions SET version = version + ?', [1 + Math.floor(Math.random() * 1_000_000)])
  })
}

const columnsOf = new Map<number, string>()

/** Columns with the versions of the topics, for a statement that reads something else: `$version0` and so on, which no property is called. */
export function versionColumns(topics: readonly Topic[]): {
  readonly columns: string
  readonly params: readonly SqlParameter[]
} {
  // Filled up as a list of `IN` is, so that however many there are they share few statements.
  const { params } = inList(topics)
  const columns = columnsOf.get(params.length) ?? params.map((_, n) => `${versionOf('?')} AS \`$version${n}\``).join(', ')
  columnsOf.set(params.length, columns)
  return { columns, params }
}

/** The version of one topic, an expression, as a select within another. */
export const versionOf = (topic: string): string => `(SELECT version FROM svc_versions WHERE topic = ${topic})`

/** What the columns of `versionColumns` said of the topics; 0 for one that was never raised. */
export function versionsIn(row: Row, topics: readonly Topic[]): Map<Topic, number> {
  return new Map(topics.map((topic, index) => [topic, Number(row[`$version${index}`] ?? 0)]))
}

/** The versions of the topics in one statement; 0 for one that was never raised. */
export async function currentVersions(on: Queryable, topics: readonly Topic[]): Promise<ReadonlyMap<Topic, number>> {
  const versions = new Map<Topic, number>()
  for (const topic of topics) versions.set(topic, 0)
  const { sql, params } = inList(topics)
  const rows = await on.query<{ topic: string; version: number }>(
    `SELECT topic, version FROM svc_versions WHERE topic IN ${sql}`,
    params,
  )
  for (const row of rows) versions.set(row.topic, row.version)
  return versions
}

/**
 * Values that hold as long as their topic's version stands. `get` takes the version that the caller read before anything
 * else in this request: what is loaded after it can only be newer than its version says, never older.
 */
export class VersionedCache<K extends {}, V> {
  private readonly entries: LruCache<K, { readonly version: number; readonly value: Promise<V> }>
  /** How often what was asked for was there, and how often it had to be made, since the process began. */
  readonly asked = { found: 0, made: 0 }

  /** Holds the `size` entries that were used last. */
  constructor(size: number) {
    this.entries = createLruCache(size)
  }

  get(key: K, version: number, load: () => Promise<V>): Promise<V> {
    const held = this.entries.get(key)
    if (held?.version === version) {
      this.asked.found++
      return held.value
    }
    this.asked.made++
    const value = load()
    const entry = { version, value }
    this.entries.set(key, entry)
    value.catch(() => {
      if (this.entries.peek(key) === entry) this.entries.delete(key)
    })
    return value
  }

  /** What is held, and under which version: whoever uses it looks afterwards whether that still stands. */
  held(key: K): { readonly version: number; readonly value: Promise<V> } | undefined {
    return this.entries.get(key)
  }

  /** Values that are held. */
  get size(): number {
    return this.entries.size
  }

  delete(key: K): void {
    this.entries.delete(key)
  }

  clear(): void {
    this.entries.clear()
  }
}
