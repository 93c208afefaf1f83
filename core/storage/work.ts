// The one scope that code of commerce, actions and effects holds: the app, the open unit, and what it has seen of the shop.
import { type Issue, SystemError } from '../foundation/errors.js'
import type { EventName, EventPayloads } from '../foundation/events.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { Entity, EntityDefinition } from '../model/entity/define.js'
import { requireEntity } from '../model/registry.js'
import type { Context, Moment } from './context.js'
import type { Queryable } from './database/queryable.js'
import type { RecordRow, SqlParameter } from './database/statement.js'
import { type Unit, unit, type UnitOptions } from './database/unit.js'
import type { Topic } from './database/versions.js'
import { type Mail, queueMails } from './mail-queue.js'
import { judge } from './pipeline/judge.js'
import { announce } from './pipeline/purge.js'
import { remove } from './pipeline/remove.js'
import { type SetUpdate, updateWhere } from './pipeline/update-where.js'
import { write } from './pipeline/write.js'
import { writeParts } from './pipeline/write-parts.js'
import { loadInUnit, loadJoinedInUnit } from './record/held.js'
import {
  type Also,
  type Join,
  type JoinedRecord,
  type LoadedRecord,
  loadJoined,
  loadRecords,
  type TypedRecord,
  type Where,
} from './record/load.js'
import { glance, momentOf, type OwnTopic, storeTopic } from './record/moment.js'

export interface WorkOptions {
  /** The unit that it stands in; each write is a unit of its own where there is none. */
  readonly unit?: Unit | null
  /** What the request has read already. */
  readonly moment?: Moment | null
  /** The person or token that works here in the shop's name, as `formatCallerName` calls them; null: the service itself, or a shopper. */
  readonly author?: string | null
}

/** Who brings a record to a state. `who` is empty but for people and tokens of the shop: shoppers stand in the record itself. */
export interface Doer {
  readonly doer: 'person' | 'shopper' | 'service'
  readonly who: string
}

export interface StoreOptions {
  /** The record that changes; a new one is made if left out. */
  readonly id?: number
  /** Refused with PRECONDITION_FAILED unless the record still has this revision. */
  readonly revision?: number
  /** The record of the id as it was just read: it costs no other look, and PRECONDITION_FAILED tells that somebody was faster. */
  readonly standing?: LoadedRecord
  /** True: the fields are those of a frozen record, of whose ids and choices some may be gone. */
  readonly copied?: boolean
  /** True: weak ids are of records just read, keys are new, the place is free: nobody looks again. */
  readonly trusted?: boolean
  /** True: the fields are a caller's. What he may not write is an unknown field, as over REST. */
  readonly byCaller?: boolean
}

/** What a write is given: of the entity's properties those that change, null for what is emptied. */
export type WrittenFields<P extends PropertyMap> = string extends keyof P
  ? Readonly<Record<string, unknown>>
  : { readonly [K in keyof TypedRecord<P>]?: TypedRecord<P>[K] | null }

/** An entity by its declaration, which types its records, or by its name. */
type Named<P extends PropertyMap> = EntityDefinition<P> | string

/** What is read beside a record, by name. */
export type Joins = Readonly<Record<string, Join<EntityDefinition>>>

/** A record with those of the joins, in id order. */
export type FoundWith<P extends PropertyMap, J extends Joins> = { readonly record: LoadedRecord<TypedRecord<P>> } & {
  readonly [K in keyof J]: J[K] extends Join<EntityDefinition<infer Q>> ? readonly LoadedRecord<TypedRecord<Q>>[] : never
}

/** Which records are found with others: those whose column holds the value, or what `of` selects by it. */
export interface WhereOne {
  readonly column: string
  readonly value: SqlParameter
  /** A select of the one value, with the one parameter. */
  readonly of?: string
}

/** Work that stands in an open unit. */
export interface InUnit {
  readonly unit: Unit
}

/** Immutable: `at` and `transact` give another one that has seen more, or stands in a unit. */
export class Work {
  /** Null outside of units. */
  readonly unit: Unit | null
  protected readonly author: string | null
  private readonly seen: Moment | null

  constructor(
    readonly context: Context,
    { unit: open = null, moment = null, author = null }: WorkOptions = {},
  ) {
    this.author = author
    this.unit = open
    this.seen = moment
  }

  /** Where reads go: what the unit has written is seen through it. */
  get on(): Queryable {
    return this.unit ?? this.context.database
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.context.clock.now()
  }

  /** Who does what is done here. */
  get doer(): Doer {
    return this.author === null ? { doer: 'service', who: '' } : { doer: 'person', who: this.author }
  }

  /** What was seen of the shop; `at` must have been called before. */
  get moment(): Moment {
    if (this.seen === null) throw new SystemError('The moment was asked for before it was read. Call `at` first.')
    return this.seen
  }

  /** The same work after it has looked at the shop, and at the topics: one statement, or none where it has seen them. */
  async at(...topics: readonly Topic[]): Promise<this> {
    const { seen } = this
    if (seen && topics.every((topic) => seen.versions.has(topic))) return this
    const wanted = new Set([...(seen?.versions.keys() ?? []), ...topics])
    wanted.delete(storeTopic)
    return this.with({ seen: await momentOf(this.context, this.unit ?? undefined, [...wanted]) })
  }

  /** Runs it in the unit that is open, or in a new one, in which it may run again. */
  transact<T>(work: (inside: this & InUnit) => Promise<T>, options: UnitOptions = {}): Promise<T> {
    return unit(this.unit ?? this.context.database, (open) => work(this.within(open)), options)
  }

  /** The same work in a unit that somebody else has opened. */
  within(unit: Unit): this & InUnit {
    return this.with({ unit, seen: this.unit ? this.seen : null }) as this & InUnit
  }

  /** One record with its wire values, rules and terms as stored; null where there is none. */
  async read<P extends PropertyMap>(entity: Named<P>, id: number): Promise<LoadedRecord<TypedRecord<P>> | null> {
    return (await this.list(entity, { column: 'id', values: [id] }))[0] ?? null
  }

  /** Records in id order. Texts come in the given languages, store default first; none if left out. */
  list<P extends PropertyMap>(
    entity: Named<P>,
    where?: Where,
    languages: readonly string[] = [],
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[]> {
    const { unit, on } = this
    if (unit && where && languages.length === 0) return loadInUnit(unit, this.entityOf(entity), where, null)
    return loadRecords(on, this.entityOf(entity), languages, where)
  }

  /** The same, locked until the unit ends; what the unit has locked or written already is not asked for again. */
  lock<P extends PropertyMap>(entity: Named<P>, where: Where): Promise<readonly LoadedRecord<TypedRecord<P>>[]> {
    const open = this.requireUnit()
    return loadInUnit(open, this.entityOf(entity), where, open.dialect.forUpdate)
  }

  /**
   * Records as by `list`, locked in a unit as by `lock`, and the same work after it has looked at the shop: by one statement, where it
   * had not looked yet. Where none is found it has seen no more than before.
   * @param own the topic of the record that is looked at too
   */
  async find<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    where: Where,
    own?: OwnTopic,
  ): Promise<readonly [this, readonly LoadedRecord<TypedRecord<P>>[]]> {
    const declared = this.entityOf(entity)
    const { unit } = this
    const load = (also: Also | undefined) =>
      unit
        ? loadInUnit(unit, declared, { ...where, also }, unit.dialect.forUpdate)
        : loadRecords(this.on, declared, [], { ...where, also })
    return this.looking(declared, own, load, (record) => record)
  }

  /** The same of records whose column holds the value, each with those that the joins name: `{ addresses: partsBy(…) }`. */
  async findWith<P extends PropertyMap, J extends Joins>(
    entity: EntityDefinition<P>,
    joins: J,
    where: WhereOne,
  ): Promise<readonly [this, readonly FoundWith<P, J>[]]> {
    const load = (also: Also | undefined) => this.joinedTo(entity, joins, { ...where, also }, this.unit !== null)
    const [work, found] = await this.looking(this.entityOf(entity), undefined, load, ({ record }) => record)
    return [work, named(joins, found)]
  }

  /** Records as by `findWith` without a look at the shop. Locked until the unit ends if `isLocking`. */
  async listWith<P extends PropertyMap, J extends Joins>(
    entity: EntityDefinition<P>,
    joins: J,
    where: WhereOne,
    isLocking = false,
  ): Promise<readonly FoundWith<P, J>[]> {
    return named(joins, await this.joinedTo(entity, joins, where, isLocking))
  }

  private joinedTo(
    entity: EntityDefinition,
    joins: Joins,
    { value, ...where }: WhereOne & { readonly also?: Also | undefined },
    isLocking: boolean,
  ): Promise<readonly JoinedRecord[]> {
    const tables = Object.values(joins).map((join) => ({ ...join, entity: this.entityOf(join.entity) }))
    const [declared, which] = [this.entityOf(entity), { ...where, values: [value] }]
    if (!isLocking) return loadJoined(this.on, declared, tables, which)
    const open = this.requireUnit()
    return loadJoinedInUnit(open, declared, tables, which, open.dialect.forUpdate)
  }

  /** Every record of a small table of the store, kept as long as the store's version stands. */
  records<P extends PropertyMap>(entity: EntityDefinition<P>): Promise<readonly TypedRecord<P>[]> {
    return this.moment.snapshot.records(this.on, entity)
  }

  /** Stores by the five steps and gives the id. Withheld operations and read-only fields are open to core's own writers. */
  async write<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    fields: WrittenFields<P>,
    { id, revision, standing, copied, trusted, byCaller = false }: StoreOptions = {},
  ): Promise<number> {
    const { unit, moment } = this.joined()
    const how = { id, revision, standing, copied, trusted, schemaOnly: byCaller, internal: !byCaller, unit, moment }
    return (await write(this.context, entity.name, fields, how)).id
  }

  /** Changes all records that match, by one statement in the open unit, and returns their number. */
  async updateWhere<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    update: { readonly where: SetUpdate['where']; readonly expected?: WrittenFields<P>; readonly fields: WrittenFields<P> },
  ): Promise<number> {
    return updateWhere(this.context, this.requireUnit(), entity.name, update)
  }

  /** A new record as a caller's write would store it, with every reason not to; nothing is stored. */
  async judge<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly record: TypedRecord<P>; readonly issues: readonly Issue[] }> {
    const { record, issues } = await judge(this.context, entity.name, fields, { schemaOnly: true, ...this.joined() })
    // Sound where there are no issues, and of no use where there are some.
    return { record: record as TypedRecord<P>, issues }
  }

  /**
   * Stores new parts of what is new in the open unit, in order and by few statements; their ids rise in that order. Gives what a
   * read of them would; null where the server does not tell the ids, so that it has to be read.
   */
  async writeParts<P extends PropertyMap>(
    entity: EntityDefinition<P>,
    records: readonly WrittenFields<P>[],
    how: Pick<StoreOptions, 'copied'> = {},
  ): Promise<readonly LoadedRecord<TypedRecord<P>>[] | null> {
    const unit = this.requireUnit()
    const written = await writeParts(this.context, entity.name, records, { ...how, ...this.joined(), unit })
    // Written as the entity declares them.
    return written as readonly LoadedRecord<TypedRecord<P>>[] | null
  }

  remove(entity: EntityDefinition, id: number): Promise<void> {
    return remove(this.context, entity.name, id, { internal: true, ...(this.unit && { unit: this.unit }) })
  }

  /** Loads, and looks at the shop by the same statement where that was not done yet. */
  private async looking<T>(
    entity: Entity,
    own: OwnTopic | undefined,
    load: (also: Also | undefined) => Promise<readonly T[]>,
    recordOf: (one: T) => { readonly row: RecordRow },
  ): Promise<readonly [this, readonly T[]]> {
    const look = this.seen === null ? glance(this.context, this.unit ?? undefined, entity, own) : null
    const found = await load(look?.also)
    if (this.seen !== null) return [this, found]
    if (look === null) return [await this.at(), found]
    return [found.length === 0 ? this : this.with({ seen: await look.seen(recordOf(found[0]!).row) }), found]
  }

  /** Emits the event once the unit is committed; at once where there is none. Observers are not waited for. */
  async announce<Name extends EventName>(event: Name, payload: EventPayloads[Name]): Promise<void> {
    const { context } = this
    if (this.unit) this.unit.afterCommit(() => announce(context, event, payload))
    else announce(context, event, payload)
  }

  /** Queues mails, which exist once the unit is committed. */
  mail(...mails: readonly Mail[]): Promise<void> {
    return queueMails(this.context, this.requireUnit(), mails)
  }

  /** The open unit; what asks for it makes no sense outside of one. */
  requireUnit(): Unit {
    if (this.unit === null) throw new SystemError('This is work for a unit, and none is open. Call it inside of `transact`.')
    return this.unit
  }

  private entityOf<P extends PropertyMap>(entity: Named<P>): Entity<P> {
    // The registry holds the entity of the declaration; by its name alone its properties are known at run time only.
    return requireEntity(this.context.registry, typeof entity === 'string' ? entity : entity.name) as Entity<P>
  }

  private joined(): { readonly unit: Unit | undefined; readonly moment: Moment | undefined } {
    return { unit: this.unit ?? undefined, moment: this.seen ?? undefined }
  }

  /** The same work that has seen nothing yet: for another attempt. */
  anew(): this {
    return this.with({ seen: null })
  }

  protected with(changes: Readonly<Record<string, unknown>>): this {
    const other = Object.create(Object.getPrototypeOf(this) as object) as this
    return Object.assign(other, this, changes)
  }
}

/** What was read beside each record under the names of the joins, whose declarations type it. */
function named<P extends PropertyMap, J extends Joins>(joins: J, found: readonly JoinedRecord[]): readonly FoundWith<P, J>[] {
  const names = Object.keys(joins)
  const all = found.map(({ record, beside }) => {
    const one: Record<string, unknown> = { record }
    for (const [i, name] of names.entries()) one[name] = beside[i]
    return one
  })
  return all as unknown as readonly FoundWith<P, J>[]
}
