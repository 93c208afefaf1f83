// The state of a transaction: its changes, and its identity map of the records that it has locked or written.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Queryable, SqlParameter } from '../database/dialect.js'
import {
  type RecordJoin,
  type JoinedRecord,
  type LoadedRecord,
  loadJoined,
  loadRecords,
  type TypedRecord,
  type ColumnCondition,
} from '../record/load.js'
import { getLayout } from '../record/present.js'
import type { FileRow } from '../database/internal-tables.js'
import type { Snapshot } from '../record/snapshot.js'

/** A deleted record with its texts and files. */
export interface LoggedDeletion {
  readonly entity: Entity
  readonly record: LoadedRecord
  readonly files: readonly FileRow[]
}

const changePattern = /^\s*(?:UPDATE|DELETE|INSERT)(?: FROM| INTO)? `?(\w+)/
const fileColumns = 'name, property, original_name, media_type, size, width, height, created'

/** The changes of a transaction: changed tables, raised cache versions, and deletions that can be undone. */
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
    const files = await on.query<FileRow & Record<string, unknown>>(sql, [entity.name, record.id])
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

/** The maximum number of cached records per table. For further records, only their existence is known. */
const maximumRecords = 200

/** Returns the current record, with texts in the languages if there are any. null if it is not known. */
export type RecordReader = (languages: readonly string[]) => LoadedRecord | null

type Values = Readonly<Record<string, unknown>>

const noLanguages: readonly string[] = []

interface TableEntries {
  /** The change counter of the table for which the entries are valid. */
  changes: number
  /** By id. null if only the existence of the record is known. */
  readonly rows: Map<SqlParameter, RecordReader | null>
  /** The initial values of records that the transaction created. */
  readonly created: Map<number, Values>
}

/** The position of the last sibling. */
interface LastPosition {
  readonly position: number
  readonly changes: number
}

/** The owner of a record in an ancestor entity. */
interface CachedOwner {
  readonly owner: number
  readonly changes: number
}

/** The shop snapshot, loaded with uncommitted changes of the transaction. */
interface OwnSnapshot {
  readonly snapshot: Snapshot
  /** By entity, the counters of its changes at the time when the snapshot was started. */
  readonly states: ReadonlyMap<string, string>
}

/** Memoizes the reading by languages. */
function memoizeReader(reading: RecordReader): RecordReader {
  let recordsByLanguages: Map<readonly string[], LoadedRecord | null> | undefined
  return (languages) => {
    recordsByLanguages ??= new Map()
    const readLanguages = languages.length === 0 ? noLanguages : languages
    let record = recordsByLanguages.get(readLanguages)
    if (record === undefined) recordsByLanguages.set(readLanguages, (record = reading(readLanguages)))
    return record
  }
}

/** The value of the key; creates and stores it if it is missing. */
function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

function getParentId(entity: Entity, record: Values): unknown {
  const parent = getLayout(entity).orderingParent
  return parent === null ? null : record[parent]
}

/** No other transaction can change the records in the map before this one ends. */
export class IdentityMap {
  private readonly entriesByTable = new Map<string, TableEntries>()
  /** By table and parent id. Nested maps, because a combined key for each record is slow. */
  private readonly positions = new Map<string, Map<unknown, LastPosition>>()
  /** Ids of records that the transaction created under generated ids, by entity. They had no children before. */
  private readonly newIds = new Map<string, Set<unknown>>()
  /** The number of records that the transaction inserted, by table. */
  private readonly insertCounts = new Map<string, number>()
  /** By ancestor entity, table and id. */
  private readonly owners = new Map<string, Map<string, Map<number, CachedOwner>>>()
  /**
   * Keys of unique texts that no record had when the transaction looked, until it stores unique texts itself. The unique key of
   * their table rejects later writes of others.
   */
  readonly freeTexts = new Set<string>()
  /** The shop snapshot that all parts of the transaction share. */
  sharedSnapshot: { readonly versions: ReadonlyMap<Topic, number>; readonly snapshot: Snapshot } | null = null
  ownSnapshot: OwnSnapshot | null = null
  /** Documents that the transaction has assembled from records that it wrote, such as orders with their lines, by name. */
  readonly documents = new Map<string, unknown>()

  constructor(
    private readonly on: Queryable,
    private readonly changeSet: ChangeSet,
  ) {}

  /** The entries of the table. They start empty after any other statement has changed the table. */
  private getEntries({ table }: Entity): TableEntries {
    const changes = this.changeSet.countChanges(table)
    const entries = this.entriesByTable.get(table)
    if (entries?.changes === changes) return entries
    const fresh: TableEntries = { changes, rows: new Map(), created: new Map() }
    this.entriesByTable.set(table, fresh)
    return fresh
  }

  /** Notes that the transaction has locked or written the record. */
  addLocked(entity: Entity, id: number, reading: RecordReader | null = null): void {
    const { rows } = this.getEntries(entity)
    const reader = reading && rows.size < maximumRecords ? memoizeReader(reading) : null
    if (reader !== null || !rows.has(id)) rows.set(id, reader)
  }

  /** Notes a locked record that was read without texts. */
  private addRead(entity: Entity, record: LoadedRecord): void {
    this.addLocked(entity, record.id, (languages) => (languages.length === 0 ? record : null))
  }

  /** Notes a record that the transaction has just created, with its values. */
  addCreated(entity: Entity, id: number, values: Values, reading: RecordReader): void {
    const { rows, created } = this.getEntries(entity)
    if (rows.size < maximumRecords) {
      created.set(id, values)
      rows.set(id, memoizeReader(reading))
    } else if (!rows.has(id)) rows.set(id, null)
  }

  /** True if the record is known to exist until the transaction ends or deletes it. */
  has(entity: Entity, id: number): boolean {
    return this.getEntries(entity).rows.has(id)
  }

  /** Runs a statement that changes only these rows. The entries of other rows stay valid. */
  async changeRows<T>(entity: Entity, ids: readonly number[], statement: () => Promise<T>): Promise<T> {
    const entries = this.getEntries(entity)
    const statementResult = statement()
    for (const id of ids) entries.rows.delete(id)
    entries.changes = this.changeSet.countChanges(entity.table)
    return statementResult
  }

  /** Like `changeRows`, if the new state of each row is known. `changes` maps the previous record to the new one. */
  async changeRowsTo<T>(
    entity: Entity,
    changes: ReadonlyMap<number, (record: LoadedRecord) => LoadedRecord>,
    statement: () => Promise<T>,
  ): Promise<T> {
    const { rows } = this.getEntries(entity)
    const before = [...changes].map(([id, change]) => ({ id, change, reading: rows.get(id) }))
    const statementResult = this.changeRows(entity, [...changes.keys()], statement)
    for (const { id, change, reading } of before) {
      if (!reading) continue
      this.addLocked(entity, id, (languages) => {
        const record = reading(languages)
        return record && change(record)
      })
    }
    return statementResult
  }

  /**
   * Records in id order, without texts if there are no languages. Records in the map need no query. `lock` is a locking clause
   * of the dialect, or null for a plain read. Locked records are added to the map.
   */
  load<P extends PropertyMap>(
    entity: Entity<P>,
    where: ColumnCondition,
    lock: string | null,
    languages?: readonly string[],
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[]>
  async load(
    entity: Entity,
    condition: ColumnCondition,
    lock: string | null,
    languages = noLanguages,
  ): Promise<readonly LoadedRecord[]> {
    const isById = condition.column === 'id' && condition.also === undefined && condition.of === undefined
    const mappedRecords = isById ? this.findById(entity, condition.values, languages) : []
    const values =
      mappedRecords.length === 0
        ? condition.values
        : condition.values.filter((id) => mappedRecords.every((record) => record.id !== id))
    if (mappedRecords.length > 0 && values.length === 0) return mappedRecords.sort((a, b) => a.id - b.id)
    const read = await loadRecords(this.on, entity, languages, { ...condition, values }, lock ?? '')
    if (lock !== null && languages.length === 0) for (const record of read) this.addRead(entity, record)
    return mappedRecords.length === 0 ? read : [...mappedRecords, ...read].sort((a, b) => a.id - b.id)
  }

  private findById(entity: Entity, ids: ColumnCondition['values'], languages: readonly string[]): LoadedRecord[] {
    const { rows } = this.getEntries(entity)
    const mappedRecords: LoadedRecord[] = []
    for (const id of new Set(ids)) {
      const record = rows.get(id)?.(languages)
      if (record) mappedRecords.push(record)
    }
    return mappedRecords
  }

  /** Like `loadJoined`, with locks on the records and the joined ones. Adds them to the map. */
  async loadJoined(
    entity: Entity,
    joins: readonly RecordJoin<Entity>[],
    condition: ColumnCondition,
    lock: string,
  ): Promise<readonly JoinedRecord[]> {
    const joined = await loadJoined(this.on, entity, joins, condition, lock)
    for (const { record, joinedRecords } of joined) {
      this.addRead(entity, record)
      for (const [index, records] of joinedRecords.entries())
        for (const joinedRecord of records) this.addRead(joins[index]!.entity, joinedRecord)
    }
    return joined
  }

  /** Notes that the transaction created the record under a generated id. */
  addNewId({ name }: Entity, id: number): void {
    getOrCreate(this.newIds, name, () => new Set()).add(id)
  }

  /** Counts inserted rows. All of them are in the map only if their number equals the number of created records. */
  countInserted({ table }: Entity, count = 1): void {
    this.insertCounts.set(table, (this.insertCounts.get(table) ?? 0) + count)
  }

  /** Notes that an existing record got a new owner, which can be a new record. The insert counts are no longer reliable. */
  addOwnerChange(entity: Entity): void {
    this.countInserted(entity, Number.POSITIVE_INFINITY)
  }

  /**
   * The children of the owner with that id, in id order. null unless the transaction created the owner and has all records in
   * memory that it inserted into the table since.
   */
  findNewChildren(entity: Entity, owner: string, id: unknown, languages: readonly string[]): readonly LoadedRecord[] | null {
    const join = getLayout(entity).owners.find(({ property }) => property === owner)
    if (join === undefined || this.newIds.get(join.entity)?.has(id) !== true) return null
    const { rows, created } = this.getEntries(entity)
    if (created.size !== (this.insertCounts.get(entity.table) ?? 0)) return null
    const records: LoadedRecord[] = []
    for (const [createdId, values] of created) {
      if (values[owner] !== id) continue
      const record = rows.get(createdId)?.(languages)
      if (!record) return null
      records.push(record)
    }
    return records.sort((a, b) => a.id - b.id)
  }

  /** The position of the last sibling. undefined if it is not known. */
  getLastPosition(entity: Entity, record: Values): number | undefined {
    const last = this.positions.get(entity.table)?.get(getParentId(entity, record))
    if (last === undefined && this.hasOnlyNewSiblings(entity, record)) return 0
    return last?.changes === this.changeSet.countChanges(entity.table) ? last.position : undefined
  }

  /** True if only records that the transaction created can be siblings of the record. */
  private hasOnlyNewSiblings(entity: Entity, record: Values): boolean {
    const [join] = getLayout(entity).owners
    return join !== undefined && this.newIds.get(join.entity)?.has(record[join.property]) === true
  }

  /**
   * Notes the position of a new record as the last one among its siblings.
   * @param isSent true if the caller chose the position. It is then noted only if it is known to be the last.
   */
  addPosition(entity: Entity, record: Values, isSent: boolean): void {
    const { ordering } = record
    if (typeof ordering !== 'number') return
    const lastPosition = this.getLastPosition(entity, record)
    if (isSent && (lastPosition === undefined || lastPosition >= ordering)) return
    const changes = this.changeSet.countChanges(entity.table)
    getOrCreate(this.positions, entity.table, () => new Map()).set(getParentId(entity, record), { position: ordering, changes })
  }

  /** Discards the positions and new ids: the transaction has not stored all records of a failed batch. */
  clearPositions(): void {
    this.positions.clear()
    this.newIds.clear()
  }

  /** The id of the owner in the ancestor entity. undefined if it is not known or a table on the path to it has changed. */
  getOwner(ancestor: string, tables: readonly string[], id: number): number | undefined {
    const cachedOwner = this.owners
      .get(ancestor)
      ?.get(tables[0] ?? '')
      ?.get(id)
    return cachedOwner?.changes === this.sumChanges(tables) ? cachedOwner.owner : undefined
  }

  /** `tables` are the tables from the records to their owner. The records' own table comes first. */
  addOwner(ancestor: string, tables: readonly string[], ids: readonly number[], owner: number): void {
    const ownersByTable = getOrCreate(this.owners, ancestor, () => new Map<string, Map<number, CachedOwner>>())
    const ownersById = getOrCreate(ownersByTable, tables[0] ?? '', () => new Map<number, CachedOwner>())
    const cachedOwner = { owner, changes: this.sumChanges(tables) }
    for (const id of ids) ownersById.set(id, cachedOwner)
  }

  private sumChanges(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + this.changeSet.countChanges(table), 0)
  }
}
