// Inserts new parts below new owners in batches, and resolves references between new records.
import { ValidationError, type TransactionContext, type ServiceContext } from '#core/contract.js'
import {
  createFastObject,
  type CheckScope,
  type Property,
  type Entity,
  entityModel,
  recordWriting,
  storedValues,
  type WriteResult,
  requireEntity,
} from '#core/surface.js'
import type { TargetPart } from './match.js'
import type { ChangeRecorder } from './report.js'
import { type StoredPart, formatPartName, walkParts } from './stored-part.js'

type Fields = Readonly<Record<string, unknown>>

interface QueuedPart {
  readonly target: TargetPart
  readonly fields: Fields
}

/** True for a new part that can be validated alone, below an owner that is also new. */
function canBatch({ storedPart, id, owner, entity }: TargetPart, fields: Fields): boolean {
  const isNew = storedPart === null && id === null && owner !== null && owner.storedPart === null
  return isNew && entity.operations.includes('create') && recordWriting.canShareInsert(entity, fields)
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
    const isFull =
      this.waiting.length === recordWriting.rowsPerInsert || (this.waiting[0] && this.waiting[0].target.entity !== target.entity)
    if (!waits || isFull) await this.make()
    if (waits) this.waiting.push({ target, fields })
    else await this.storeTarget(target, fields)
  }

  async make(): Promise<void> {
    const batch = this.waiting.splice(0)
    if (batch.length === 0) return
    const { context, unit } = this.work
    try {
      const createdRecords = await recordWriting.writeEntityRecords(context, batch[0]!.target.entity.name, batch, {
        unit,
        internal: true,
      })
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
  private record: (Record<string, unknown> & storedValues.WireRecord) | null = null

  constructor(
    private readonly entity: Entity,
    private readonly languages: readonly string[],
    private readonly id: number,
    private readonly stored: Fields,
  ) {}

  read(): Record<string, unknown> & storedValues.WireRecord {
    return (this.record ??= this.made())
  }

  private made(): Record<string, unknown> & storedValues.WireRecord {
    const { id, stored } = this
    const record = Object.assign({ ...getRecordTemplate(this.entity, this.languages) }, stored, { id })
    // A read returns the text in the first language that has one.
    for (const [key, { property }] of storedValues.getFlatKeys(this.entity, this.languages)) record[property.name] ||= stored[key]
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
  const names = storedValues.getLayout(entity).persisted.map(({ name }) => name)
  const record = createFastObject(
    ['id', ...names, ...storedValues.getFlatKeys(entity, languages).keys()].map((key) => [key, null]),
  )
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
    for (const { property: name } of entityModel.findOwnerJoins(entity)) {
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
      !recordWriting.canShareInsert(entity, Object.assign(Object.create(record.read()), fields) as Fields)
    )
      return false
    if (!Object.keys(fields).every((name) => recordWriting.isDeferrableField({ context, entity }, name, { columns: true })))
      return false
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
      await recordWriting.fillDeferredField(context, key.split(' ')[0]!, property.name, values, { unit })
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
      const isSound =
        !storedValues.isUnset(property, value) && kind.validate(value, property).length === 0 && this.isThere(property, value)
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
  private scopeOf({ entity, id }: TargetPart, record: storedValues.WireRecord, root: TargetPart): CheckScope {
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

function listClearableReferences(entity: Entity): readonly Property[] {
  const owners = new Set(entityModel.findOwnerJoins(entity).map(({ property }) => property))
  return storedValues.getLayout(entity).referring.filter(({ name, required }) => !owners.has(name) && !required)
}

/** Deletes the parts of a product that a sheet does not name, children first, after clearing their references. */
export async function removeUnnamed(
  work: ServiceContext & TransactionContext,
  storedRoot: StoredPart,
  root: TargetPart,
  changes: ChangeRecorder,
): Promise<void> {
  const stay = new Set([...walkParts(root)].flatMap((target) => (target.storedPart ? [target.storedPart] : [])))
  const going = [...walkParts(storedRoot)].filter((part) => !stay.has(part))
  const how = { unit: work.unit }
  for (const { entity, record, body } of going) {
    const filled = listClearableReferences(entity).filter(
      (property) => !storedValues.isUnset(property, record.values[property.name]),
    )
    const emptied = Object.fromEntries(filled.map(({ name }) => [name, null]))
    if (filled.length > 0) await recordWriting.writeEntityRecord(work.context, entity.name, emptied, { ...how, id: record.id })
    if (body)
      await recordWriting.removeEntityRecord(
        work.context,
        requireEntity(work.context.registry, entityModel.bodyEntities[body.type]!).name,
        body.record.id,
        how,
      )
  }
  for (const part of going.toReversed()) {
    const { entity, record } = part
    await recordWriting.removeEntityRecord(work.context, entity.name, record.id, how)
    changes.deleted(entity.name, record.id, formatPartName(part))
  }
}

// Writes the order of a product's parts as the sheet lists them; parts already in order are not written.

export async function writePartOrder(
  work: ServiceContext & TransactionContext,
  root: TargetPart,
  storedRoot: StoredPart | null,
  changes: ChangeRecorder,
): Promise<void> {
  const before = new Map<number, readonly StoredPart[]>()
  if (storedRoot) for (const part of walkParts(storedRoot)) before.set(part.record.id, part.children)
  for (const owner of walkParts(root)) {
    for (const section of new Set(owner.children.map((child) => child.section))) {
      const siblings = owner.children.filter((child) => child.section === section)
      if (!siblings[0]!.entity.properties['ordering'] || isInOrder(owner, siblings)) continue
      for (const [index, { entity, id, key }] of siblings.entries()) {
        await recordWriting.writeEntityRecord(work.context, entity.name, { ordering: index + 1 }, { unit: work.unit, id: id! })
        changes.changed(entity.name, id!, key, ['ordering'])
      }
    }
  }
}

/** True if existing parts are in their previous order and all new parts come after them. */
function isInOrder(owner: TargetPart, siblings: readonly TargetPart[]): boolean {
  const places = new Map(owner.storedPart?.children.map((child, index) => [child, index]))
  let last = -1
  let hasNewPart = false
  for (const { storedPart } of siblings) {
    const place = storedPart ? places.get(storedPart) : undefined
    // A part moved from another owner still has its old ordering.
    if (storedPart && place === undefined) return siblings.length === 1
    if (place === undefined) hasNewPart = true
    else if (hasNewPart || place < last) return false
    else last = place
  }
  return true
}
