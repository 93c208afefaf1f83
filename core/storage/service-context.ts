// The context that commerce code, actions and effects receive: the app, the open transaction and the shop snapshot.
import { type Issue, SystemError } from '../foundation/errors.js'
import type { EventName, EventPayloads } from '../foundation/events.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { Entity, EntityDefinition } from '../model/entity/define.js'
import { requireEntity } from '../model/registry.js'
import type { Context, WriteOptions } from './context.js'
import { type VersionedSnapshot, createVersionLookup, getVersionedSnapshot, type RecordTopic, storeTopic } from './caches.js'
import type { Queryable, RecordRow, SqlParameter } from './database/dialect.js'
import { type Unit, unit, type UnitOptions } from './unit-of-work/transaction.js'
import type { Topic } from './unit-of-work/identity-map.js'
import { type Mail, queueMails } from './mail-queue.js'
import { emitEvent } from './pipeline/purge.js'
import { removeEntityRecord } from './pipeline/remove.js'
import { type ConditionalUpdate, updateWhere, writeEntityRecord, writeEntityRecords, createWriteTask } from './pipeline/write.js'
import {
  type AdditionalColumns,
  type RecordJoin,
  type JoinedRecord,
  type LoadedRecord,
  loadJoined,
  loadRecords,
  type TypedRecord,
  type ColumnCondition,
} from './record/load.js'
import { prepareForStorage } from './pipeline/prepare-for-storage.js'
import { validateData } from './pipeline/validate-data.js'

/** Validates a new record like a write, but stores nothing. For data with the same fields that is stored elsewhere. */
export interface TrialValidation {
  /** The record in the form in which it would be stored. */
  readonly record: Readonly<Record<string, unknown>>
  readonly issues: readonly Issue[]
}

/** Returns all issues of the first three steps. */
export function validateRecord(
  context: Context,
  entityName: string,
  input: Readonly<Record<string, unknown>>,
  options: WriteOptions = {},
): Promise<TrialValidation> {
  return unit(options.unit ?? context.database, async (u) => {
    const task = { ...(await createWriteTask(context, u, entityName, options)), isTrial: true }
    const draft = await prepareForStorage(task, input)
    const issues = await validateData(task, [draft])
    return { record: draft.record, issues }
  })
}

export interface ServiceContextOptions {
  /** The open unit. Without one, each write runs in its own unit. */
  readonly unit?: Unit | null
  /** The snapshot that the request has already read. */
  readonly versionedSnapshot?: VersionedSnapshot | null
  /** The person or token that acts for the shop, from `formatCallerName`. null for the service itself or a shopper. */
  readonly author?: string | null
}

/** The actor of a state change. `who` names people and tokens of the shop. It is empty for shoppers, who are in the record. */
export interface Actor {
  readonly role: 'person' | 'shopper' | 'service'
  readonly who: string
}

export interface RecordWriteOptions {
  /** The record to change. Omit it to create one. */
  readonly id?: number
  /** Throws PRECONDITION_FAILED unless the record still has this revision. */
  readonly revision?: number
  /** The record of `id`, just read. Saves a read. If another write was faster, the write throws PRECONDITION_FAILED. */
  readonly existingRecord?: LoadedRecord
  /** True if the fields are from a frozen record. Some of its ids and choices may no longer exist. */
  readonly copied?: boolean
  /** True if weak ids are of records just read, unique keys are new and the position is free. Skips these checks. */
  readonly trusted?: boolean
  /** True if the fields come from a caller. Fields that callers cannot write are then unknown fields, as over REST. */
  readonly byCaller?: boolean
}

/** The fields of a write: the properties to change. null empties a field. */
export type FieldValues<P extends PropertyMap> = string extends keyof P
  ? Readonly<Record<string, unknown>>
  : { readonly [K in keyof TypedRecord<P>]?: TypedRecord<P>[K] | null }

/** An entity: its declaration, which types the records, or its name. */
type EntityReference<P extends PropertyMap> = EntityDefinition<P> | string

/** The joined entities, by name. */
export type JoinsByName = Readonly<Record<string, RecordJoin<EntityDefinition>>>

/** A record with its joined records, in id order. */
export type RecordWithJoins<P extends PropertyMap, J extends JoinsByName> = { readonly record: LoadedRecord<TypedRecord<P>> } & {
  readonly [K in keyof J]: J[K] extends RecordJoin<EntityDefinition<infer Q>> ? readonly LoadedRecord<TypedRecord<Q>>[] : never
}

/** Selects records whose column has the value, or the result of the subquery `of`. */
export interface SingleColumnCondition {
  readonly column: string
  readonly value: SqlParameter
  /** A subquery that returns the one value. `value` is its parameter. */
  readonly of?: string
}

/** A context with an open unit. */
export interface TransactionContext {
  readonly unit: Unit
}

/** Immutable. `at` and `transact` return a new context with a newer snapshot or an open unit. */
export class ServiceContext {
  /** null outside of units. */
  readonly unit: Unit | null
  protected readonly author: string | null
  private readonly loadedSnapshot: VersionedSnapshot | null

  constructor(
    readonly context: Context,
    { unit: open = null, versionedSnapshot: initialSnapshot = null, author = null }: ServiceContextOptions = {},
  ) {
    this.author = author
    this.unit = open
    this.loadedSnapshot = initialSnapshot
  }

  /** Runs reads inside the unit, so they see its writes. */
  get on(): Queryable {
    return this.unit ?? this.context.database
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.context.clock.now()
  }

  /** The actor of this context. */
  get role(): Actor {
    return this.author === null ? { role: 'service', who: '' } : { role: 'person', who: this.author }
  }

  /** The snapshot of the shop. Call `at` first. */
  get versionedSnapshot(): VersionedSnapshot {
    if (this.loadedSnapshot === null) throw new SystemError('The snapshot is not loaded. Call `at` first.')
    return this.loadedSnapshot
  }

  /**
   * Returns this context with the shop snapshot and the versions of the topics. Reads the versions with one query, or none if
   * they are known.
   */
  async at(...topics: readonly Topic[]): Promise<this> {
    const { loadedSnapshot: snapshot } = this
    if (snapshot && topics.every((topic) => snapshot.versions.has(topic))) return this
    const requestedTopics = new Set([...(snapshot?.versions.keys() ?? []), ...topics])
    requestedTopics.delete(storeTopic)
    return this.with({ loadedSnapshot: await getVersionedSnapshot(this.context, this.unit ?? undefined, [...requestedTopics]) })
  }

  /** Runs `work` in the open unit or in a new one. A new unit may run it again. */
  transact<T>(work: (inside: this & TransactionContext) => Promise<T>, options: UnitOptions = {}): Promise<T> {
    return unit(this.unit ?? this.context.database, (open) => work(this.within(open)), options)
  }

  /** Returns this context in a unit that the caller has opened. */
  within(unit: Unit): this & TransactionContext {
    return this.with({ unit, loadedSnapshot: this.unit ? this.loadedSnapshot : null }) as this & TransactionContext
  }

  /** One record with its wire values, rules and terms as stored. null if there is none. */
  async read<P extends PropertyMap>(entity: EntityReference<P>, id: number): Promise<LoadedRecord<TypedRecord<P>> | null> {
    return (await this.list(entity, { column: 'id', values: [id] }))[0] ?? null
  }

  /** Records in id order. Texts are in the given languages, store default first. No texts if omitted. */
  list<P extends PropertyMap>(
    entity: EntityReference<P>,
    condition?: ColumnCondition,
    languages: readonly string[] = [],
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[]> {
    const { unit, on } = this
    if (unit && condition && languages.length === 0) return unit.identityMap.load(this.entityOf(entity), condition, null)
    return loadRecords(on, this.entityOf(entity), languages, condition)
  }

  /** Like `list`, and locks the records until the unit ends. Records that the unit has locked or written need no query. */
  lock<P extends PropertyMap>(
    entity: EntityReference<P>,
    condition: ColumnCondition,
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[]> {
    const open = this.requireUnit()
    return open.identityMap.load(this.entityOf(entity), condition, open.dialect.forUpdate)
  }

  /**
   * Loads records like `list`, locks them in a unit like `lock`, and returns this context with the shop snapshot. Reads the
   * versions in the same query. If no record is found, the snapshot is not loaded.
   * @param own the topic of the record, whose version is also read
   */
  async find<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    condition: ColumnCondition,
    own?: RecordTopic,
  ): Promise<readonly [this, readonly LoadedRecord<TypedRecord<P>>[]]> {
    const declared = this.entityOf(entity)
    const { unit } = this
    const load = (also: AdditionalColumns | undefined) =>
      unit
        ? unit.identityMap.load(declared, { ...condition, also }, unit.dialect.forUpdate)
        : loadRecords(this.on, declared, [], { ...condition, also })
    return this.loadWithVersions(declared, own, load, (record) => record)
  }

  /** Like `find`, for one column value, with joined records: `{ addresses: partsBy(…) }`. */
  async findWith<P extends PropertyMap, J extends JoinsByName>(
    entity: EntityDefinition<P>,
    joins: J,
    condition: SingleColumnCondition,
  ): Promise<readonly [this, readonly RecordWithJoins<P, J>[]]> {
    const load = (also: AdditionalColumns | undefined) =>
      this.loadJoinedRecords(entity, joins, { ...condition, also }, this.unit !== null)
    const [work, joined] = await this.loadWithVersions(this.entityOf(entity), undefined, load, ({ record }) => record)
    return [work, nameJoinedRecords(joins, joined)]
  }

  /** Like `findWith`, without loading the snapshot. Locks the records until the unit ends if `isLocking`. */
  async listWith<P extends PropertyMap, J extends JoinsByName>(
    entity: EntityDefinition<P>,
    joins: J,
    condition: SingleColumnCondition,
    isLocking = false,
  ): Promise<readonly RecordWithJoins<P, J>[]> {
    return nameJoinedRecords(joins, await this.loadJoinedRecords(entity, joins, condition, isLocking))
  }

  private loadJoinedRecords(
    entity: EntityDefinition,
    joins: JoinsByName,
    { value, ...condition }: SingleColumnCondition & { readonly also?: AdditionalColumns | undefined },
    isLocking: boolean,
  ): Promise<readonly JoinedRecord[]> {
    const tables = Object.values(joins).map((join) => ({ ...join, entity: this.entityOf(join.entity) }))
    const [declared, which] = [this.entityOf(entity), { ...condition, values: [value] }]
    if (!isLocking) return loadJoined(this.on, declared, tables, which)
    const open = this.requireUnit()
    return open.identityMap.loadJoined(declared, tables, which, open.dialect.forUpdate)
  }

  /** All records of a small store table. Cached with the snapshot until the store version changes. */
  records<P extends PropertyMap>(entity: EntityDefinition<P>): Promise<readonly TypedRecord<P>[]> {
    return this.versionedSnapshot.snapshot.records(this.on, entity)
  }

  /** Writes a record in five steps and returns its id. Core's own writers may use unsupported operations and read-only fields. */
  async write<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    fields: FieldValues<P>,
    { id, revision, existingRecord: existing, copied, trusted, byCaller = false }: RecordWriteOptions = {},
  ): Promise<number> {
    const { unit, versionedSnapshot: snapshot } = this.toWriteContext()
    const how = {
      id,
      revision,
      existingRecord: existing,
      copied,
      trusted,
      schemaOnly: byCaller,
      internal: !byCaller,
      unit,
      versionedSnapshot: snapshot,
    }
    return (await writeEntityRecord(this.context, entity.name, fields, how)).id
  }

  /** Changes all matching records with one statement in the open unit. Returns their number. */
  async updateWhere<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    update: { readonly where: ConditionalUpdate['where']; readonly expected?: FieldValues<P>; readonly fields: FieldValues<P> },
  ): Promise<number> {
    return updateWhere(this.context, this.requireUnit(), entity.name, update)
  }

  /** Validates a new record like a caller's write and returns all issues. Stores nothing. */
  async validate<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly record: TypedRecord<P>; readonly issues: readonly Issue[] }> {
    const { record, issues } = await validateRecord(this.context, entity.name, fields, {
      schemaOnly: true,
      ...this.toWriteContext(),
    })
    // The type is correct only if there are no issues.
    return { record: record as TypedRecord<P>, issues }
  }

  /** Creates records in the open unit like `write`, in order and with few statements. Their ids ascend. Returns them as a read would. */
  async writeMany<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    records: readonly FieldValues<P>[],
    { copied, trusted }: Pick<RecordWriteOptions, 'copied' | 'trusted'> = {},
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[]> {
    const options = { copied, trusted, internal: true, ...this.toWriteContext(), unit: this.requireUnit() }
    const inputs = records.map((fields) => ({ fields }))
    const written = await writeEntityRecords(this.context, entity.name, inputs, options)
    if (written.length === 0) return []
    return this.list(entity, { column: 'id', values: written.map(({ id }) => id) })
  }

  remove(entity: EntityDefinition, id: number): Promise<void> {
    return removeEntityRecord(this.context, entity.name, id, { internal: true, ...(this.unit && { unit: this.unit }) })
  }

  /** Loads the records, and reads the versions in the same query if the snapshot is not loaded yet. */
  private async loadWithVersions<T>(
    entity: Entity,
    own: RecordTopic | undefined,
    load: (also: AdditionalColumns | undefined) => Promise<readonly T[]>,
    recordOf: (one: T) => { readonly row: RecordRow },
  ): Promise<readonly [this, readonly T[]]> {
    const look = this.loadedSnapshot === null ? createVersionLookup(this.context, this.unit ?? undefined, entity, own) : null
    const records = await load(look?.also)
    if (this.loadedSnapshot !== null) return [this, records]
    if (look === null) return [await this.at(), records]
    return [
      records.length === 0 ? this : this.with({ loadedSnapshot: await look.readSnapshot(recordOf(records[0]!).row) }),
      records,
    ]
  }

  /** Emits the event after the unit's commit, or at once without a unit. Does not wait for observers. */
  async announce<Name extends EventName>(event: Name, payload: EventPayloads[Name]): Promise<void> {
    const { context } = this
    if (this.unit) this.unit.afterCommit(() => emitEvent(context, event, payload))
    else emitEvent(context, event, payload)
  }

  /** Queues mails. They exist after the unit's commit. */
  mail(...mails: readonly Mail[]): Promise<void> {
    return queueMails(this.context, this.requireUnit(), mails)
  }

  /** The open unit. Throws if there is none. */
  requireUnit(): Unit {
    if (this.unit === null) throw new SystemError('This requires a unit of work. Call it inside `transact`.')
    return this.unit
  }

  private entityOf<P extends PropertyMap>(entity: EntityReference<P>): Entity<P> {
    // The registry has the entity of the declaration. With a name only, its properties are known only at run time.
    return requireEntity(this.context.registry, typeof entity === 'string' ? entity : entity.name) as Entity<P>
  }

  private toWriteContext(): { readonly unit: Unit | undefined; readonly versionedSnapshot: VersionedSnapshot | undefined } {
    return { unit: this.unit ?? undefined, versionedSnapshot: this.loadedSnapshot ?? undefined }
  }

  /** Returns this context without a snapshot, for another attempt. */
  withoutSnapshot(): this {
    return this.with({ loadedSnapshot: null })
  }

  protected with(changes: Readonly<Record<string, unknown>>): this {
    const other = Object.create(Object.getPrototypeOf(this) as object) as this
    return Object.assign(other, this, changes)
  }
}

/** Maps the joined records to the names of the joins. */
function nameJoinedRecords<P extends PropertyMap, J extends JoinsByName>(
  joins: J,
  joinedRows: readonly JoinedRecord[],
): readonly RecordWithJoins<P, J>[] {
  const names = Object.keys(joins)
  const all = joinedRows.map(({ record, joinedRecords }) => {
    const result: Record<string, unknown> = { record }
    for (const [i, name] of names.entries()) result[name] = joinedRecords[i]
    return result
  })
  return all as unknown as readonly RecordWithJoins<P, J>[]
}
