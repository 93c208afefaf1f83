// Inserts new parts below new owners in batches, and resolves references between new records.
import { ValidationError } from '../../foundation/errors.js'
import { createFastObject } from '../../foundation/json.js'
import type { CheckScope, Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import {
  fillDeferredField,
  isDeferrableField,
  canShareInsert,
  rowsPerInsert,
  writeEntityRecords,
} from '../../storage/pipeline/write.js'
import { getFlatKeys, getLayout, isUnset } from '../../storage/record/present.js'
import type { WriteResult, WireRecord } from '../../storage/record/results.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { TargetPart } from './match.js'

type Fields = Readonly<Record<string, unknown>>

interface QueuedPart {
  readonly target: TargetPart
  readonly fields: Fields
}

/** Parts level by level, owners first; within a level grouped by entity, in order. */
export function* walkByDepth(root: TargetPart): Generator<TargetPart> {
  let level: readonly TargetPart[] = [root]
  while (level.length > 0) {
    const groups = new Map<string, TargetPart[]>()
    for (const target of level) {
      const group = groups.get(target.entity.name)
      if (group) group.push(target)
      else groups.set(target.entity.name, [target])
    }
    for (const group of groups.values()) yield* group
    level = level.flatMap(({ children }) => children)
  }
}

/** True for a new part that can be validated alone, below an owner that is also new. */
function canBatch({ storedPart, id, owner, entity }: TargetPart, fields: Fields): boolean {
  const isNew = storedPart === null && id === null && owner !== null && owner.storedPart === null
  return isNew && entity.operations.includes('create') && canShareInsert(entity, fields)
}

export class NewParts {
  private waiting: QueuedPart[] = []

  /** `one` creates a part alone. `made` receives each part of a batch with its fields and its written record. */
  constructor(
    private readonly work: ServiceContext & TransactionContext,
    private readonly storeTarget: (target: TargetPart, fields: Fields) => Promise<void>,
    private readonly onCreated: (target: TargetPart, fields: Fields, written: WriteResult) => Promise<void>,
  ) {}

  /** Queues the part for a batch. A part that cannot be batched is created alone, after the queued ones. */
  async add(target: TargetPart, fields: Fields): Promise<void> {
    const waits = canBatch(target, fields)
    const isFull = this.waiting.length === rowsPerInsert || (this.waiting[0] && this.waiting[0].target.entity !== target.entity)
    if (!waits || isFull) await this.make()
    if (waits) this.waiting.push({ target, fields })
    else await this.storeTarget(target, fields)
  }

  async make(): Promise<void> {
    const batch = this.waiting.splice(0)
    if (batch.length === 0) return
    const { context, unit } = this.work
    try {
      const createdRecords = await writeEntityRecords(context, batch[0]!.target.entity.name, batch, { unit, internal: true })
      for (const [index, { target, fields }] of batch.entries()) await this.onCreated(target, fields, createdRecords[index]!)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      // Write each part alone to report errors with their places.
      for (const { target, fields } of batch) await this.storeTarget(target, fields)
    }
  }
}

interface ReferenceBatch {
  readonly property: Property
  readonly values: { readonly id: number; readonly value: unknown }[]
}

/** A stored record, built on demand: only a few of thousands are ever read. */
class NewRecord {
  private record: (Record<string, unknown> & WireRecord) | null = null

  constructor(
    private readonly entity: Entity,
    private readonly languages: readonly string[],
    private readonly id: number,
    private readonly stored: Fields,
  ) {}

  read(): Record<string, unknown> & WireRecord {
    return (this.record ??= this.made())
  }

  private made(): Record<string, unknown> & WireRecord {
    const { id, stored } = this
    const record = Object.assign({ ...getRecordTemplate(this.entity, this.languages) }, stored, { id })
    // A read returns the text in the first language that has one.
    for (const [key, { property }] of getFlatKeys(this.entity, this.languages)) record[property.name] ||= stored[key]
    return record
  }
}

interface Template {
  readonly languages: readonly string[]
  readonly record: Fields
}

const templatesByEntity = new WeakMap<Entity, Template>()

/** Record with all keys, built as V8 keeps it a fast object: adding texts one by one makes it a slow dictionary. */
function getRecordTemplate(entity: Entity, languages: readonly string[]): Fields {
  const cachedTemplate = templatesByEntity.get(entity)
  if (cachedTemplate?.languages === languages) return cachedTemplate.record
  const names = getLayout(entity).persisted.map(({ name }) => name)
  const record = createFastObject(['id', ...names, ...getFlatKeys(entity, languages).keys()].map((key) => [key, null]))
  templatesByEntity.set(entity, { languages, record })
  return record
}

/** References between new parts of a sheet: validated in memory against the created parts, and written with few statements. */
export class NewReferences {
  /** Records by entity and id. */
  private readonly records = new Map<string, Map<number, NewRecord>>()
  /** Records by entity, owner field and owner id. */
  private readonly owned = new Map<string, NewRecord[]>()
  private readonly waiting: QueuedPart[] = []

  constructor(private readonly work: ServiceContext & TransactionContext) {}

  /** Registers a part that was created from the target. */
  made({ entity, owner }: TargetPart, id: number, stored: Fields): void {
    const record = new NewRecord(entity, this.work.versionedSnapshot.snapshot.languages, id, stored)
    const records = this.records.get(entity.name) ?? new Map<number, NewRecord>()
    this.records.set(entity.name, records.set(id, record))
    if (owner === null) return
    for (const { property: name } of findOwnerJoins(entity)) {
      if (typeof stored[name] !== 'number') continue
      const key = `${entity.name}.${name} ${stored[name]}`
      const group = this.owned.get(key)
      if (group) group.push(record)
      else this.owned.set(key, [record])
    }
  }

  /** Updates the fields of a registered part. */
  changed({ entity, id }: TargetPart, stored: Fields): void {
    const record = id === null ? undefined : this.records.get(entity.name)?.get(id)
    if (record) Object.assign(record.read(), stored)
  }

  /** Queues the fields until `write`; false if they must be written alone. `root` is the product. */
  takes(target: TargetPart, fields: Fields, root: TargetPart): boolean {
    const { entity, id } = target
    const { context } = this.work
    const record = id === null ? undefined : this.records.get(entity.name)?.get(id)
    // An existing product has parts that are not registered here.
    if (
      !record ||
      root.storedPart !== null ||
      !canShareInsert(entity, Object.assign(Object.create(record.read()), fields) as Fields)
    )
      return false
    if (!Object.keys(fields).every((name) => isDeferrableField({ context, entity }, name, { columns: true }))) return false
    this.waiting.push({ target, fields })
    return true
  }

  /** Writes the queued fields. `one` writes fields that are refused here and reports the reason. */
  async write(root: TargetPart, storeTarget: (target: TargetPart, fields: Fields) => Promise<void>): Promise<void> {
    const batches = new Map<string, ReferenceBatch>()
    const refused: QueuedPart[] = []
    for (const waiting of this.waiting.splice(0)) {
      const checkedFields = await this.validateFields(waiting, root)
      if (!checkedFields) refused.push(waiting)
      const { entity, id } = waiting.target
      for (const [name, value] of Object.entries(checkedFields ?? {})) {
        const key = `${entity.name} ${name}`
        const group = batches.get(key) ?? { property: entity.properties[name]!, values: [] }
        batches.set(key, group)
        group.values.push({ id: id!, value })
      }
    }
    const { context, unit } = this.work
    for (const [key, { property, values }] of batches)
      await fillDeferredField(context, key.split(' ')[0]!, property.name, values, { unit })
    for (const { target, fields } of refused) await storeTarget(target, fields)
  }

  /** Validates the fields, stores them on the record and returns them in core's form. Null, and no change, if one is refused. */
  private async validateFields({ target, fields }: QueuedPart, root: TargetPart): Promise<Fields | null> {
    const { entity, id } = target
    const record = this.records.get(entity.name)!.get(id!)!.read()
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]))
    const scope = this.scopeOf(target, record, root)
    const checkedFields: Record<string, unknown> = {}
    for (const [name, fieldValue] of Object.entries(fields)) {
      const property = entity.properties[name]!
      const { kind } = property
      const value = kind.prepare(fieldValue, property)
      record[name] = value
      const isSound = !isUnset(property, value) && kind.validate(value, property).length === 0 && this.isThere(property, value)
      const checkResult = isSound ? await kind.check?.(value, property, scope) : undefined
      if (!isSound || (checkResult && checkResult.issues.length > 0)) {
        Object.assign(record, before)
        return null
      }
      checkedFields[name] = checkResult ? checkResult.value : value
      record[name] = checkedFields[name]
    }
    return checkedFields
  }

  /** False for an id of a record that is not registered here. */
  private isThere(property: Property, value: unknown): boolean {
    const { kind } = property
    if (!kind.referenceColumn) return true
    const references = kind.references?.(value, property, this.work.context.registry) ?? []
    return references.every(({ entity, id }) => this.records.get(entity)?.has(id))
  }

  /** Sees only parts of the new product. A check that needs another record fails here and runs again in a normal write. */
  private scopeOf({ entity, id }: TargetPart, record: WireRecord, root: TargetPart): CheckScope {
    return {
      registry: this.work.context.registry,
      record,
      entity: entity.name,
      id,
      read: async (name, recordId) => this.records.get(name)?.get(recordId)?.read() ?? null,
      find: async (name, key, value) =>
        (this.owned.get(`${name}.${key} ${String(value)}`) ?? []).map((newRecord) => newRecord.read()),
      ownerId: async (ancestor) => (ancestor === root.entity.name ? root.id : null),
    }
  }
}
