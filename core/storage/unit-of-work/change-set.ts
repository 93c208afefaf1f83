// The changes of a transaction: changed tables, raised cache versions, and deletions that can be undone.
import type { Entity } from '../../model/entity/define.js'
import type { Queryable } from '../database/dialect.js'

import type { LoadedRecord } from '../record/load.js'

/** A row of `svc_files`. The file's bytes stay until no row refers to them. */
export interface DeletedFile {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly created: string
}

/** A deleted record with its texts and files. */
export interface LoggedDeletion {
  readonly entity: Entity
  readonly record: LoadedRecord
  readonly files: readonly DeletedFile[]
}

const changePattern = /^\s*(?:UPDATE|DELETE|INSERT)(?: FROM| INTO)? `?(\w+)/
const fileColumns = 'name, property, original_name, media_type, size, width, height, created'

export class ChangeSet {
  private readonly changesByTable = new Map<string, number>()
  private unknownChanges = 0
  /** By topic, the number of raises. */
  private raisedTopics = new Map<Topic, number>()
  private areAllVersionsRaised = false
  private deletions: LoggedDeletion[] | null = null

  /** A counter that increases with every statement that may have changed or deleted existing rows of the table. */
  countChanges(table: string): number {
    return (this.changesByTable.get(table) ?? 0) + this.unknownChanges
  }

  /** Counts a writing statement for its table. */
  addStatement(sql: string): void {
    // A plain INSERT does not change existing rows. An upsert (`ON …`) may.
    if (sql.startsWith('INSERT INTO ') && !sql.includes(' ON ')) return
    const [, table] = changePattern.exec(sql) ?? []
    if (table === undefined) this.addUnknownChange()
    else this.changesByTable.set(table, (this.changesByTable.get(table) ?? 0) + 1)
  }

  /** Counts a change of unknown tables, for every table. */
  addUnknownChange(): void {
    this.unknownChanges++
  }

  /** Raises the topic's version just before the COMMIT, once for any number of calls. */
  raiseVersion(topic: Topic): void {
    this.raisedTopics.set(topic, this.countRaises(topic) + 1)
  }

  /** Raises every stored topic, and the topics that every shop has. All cached data in all processes becomes stale. */
  raiseAllVersions(): void {
    for (const topic of ['access', 'store']) this.raiseVersion(topic)
    this.areAllVersionsRaised = true
  }

  /** True if the transaction has changed data of the topic. Its reads then include uncommitted changes. */
  isVersionRaised(topic: Topic): boolean {
    return this.raisedTopics.has(topic)
  }

  /** The number of `raiseVersion` calls for the topic: one per write of the topic's data. */
  countRaises(topic: Topic): number {
    return this.raisedTopics.get(topic) ?? 0
  }

  /** Stores the raised versions with one statement, in sorted order to prevent deadlocks between transactions. */
  async storeVersions(on: Queryable): Promise<void> {
    if (this.raisedTopics.size === 0) return
    // A random step prevents a version from a rolled-back transaction from being used again for other data.
    const createStep = (): number => 1 + Math.floor(Math.random() * 1_000_000)
    const step = createStep()
    const topics = [...this.raisedTopics.keys()].sort()
    const assignment = `version = svc_versions.version + ${on.dialect.incoming('version')}`
    const sql = on.dialect.upsert('svc_versions', ['topic', 'version'], ['topic'], assignment, topics.length)
    await on.run(
      sql,
      topics.flatMap((topic) => [topic, step]),
    )
    if (this.areAllVersionsRaised) await on.run('UPDATE svc_versions SET version = version + ?', [createStep()])
  }

  /** Starts to record deletions, in order, for a later undo. The returned list fills while the transaction runs. */
  startDeletionLog(): readonly LoggedDeletion[] {
    return (this.deletions ??= [])
  }

  /** True if deletions may be undone. The bytes of files then stay. */
  get hasDeletionLog(): boolean {
    return this.deletions !== null
  }

  /** Records the deletion if the log has been started. Call it before the record's files are deleted. */
  async logDeletion(on: Queryable, entity: Entity, record: LoadedRecord): Promise<void> {
    if (this.deletions === null) return
    const sql = `SELECT ${fileColumns} FROM svc_files WHERE entity = ? AND entity_id = ? ORDER BY id`
    const files = await on.query<DeletedFile & Record<string, unknown>>(sql, [entity.name, record.id])
    this.deletions.push({ entity, record, files })
  }

  /** Returns a function for a roll-back to this point: it drops all later additions, and counts unknown changes. */
  createRestorePoint(): () => void {
    const [raisedTopics, areAllVersionsRaised] = [new Map(this.raisedTopics), this.areAllVersionsRaised]
    const { deletions } = this
    const deletionCount = deletions?.length ?? 0
    return () => {
      this.raisedTopics = raisedTopics
      this.areAllVersionsRaised = areAllVersionsRaised
      this.deletions = deletions
      if (deletions !== null) deletions.length = deletionCount
      this.addUnknownChange()
    }
  }
}

/** `store`, `access` or `product:<id>`. Entities declare their own topics. */
export type Topic = string

/** The version counter of the entity's rows. Every write of the entity raises it, if the entity has a topic. */
export function toRowsTopic(entity: { readonly name: string }): Topic {
  return `rows:${entity.name}`
}
