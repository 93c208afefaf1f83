// References between new parts of a sheet: validated in memory against the created parts, and written with few statements.
import type { CheckScope, Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { getFlatKeys, getLayout } from '../../storage/record/layout.js'
import { fillDeferredField, isDeferrableField } from '../../storage/pipeline/conditional-update.js'
import { canShareInsert } from '../../storage/pipeline/write.js'
import { createFastObject } from '../../foundation/fast-object.js'
import { isUnset } from '../../storage/record/values.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { TargetPart } from './match.js'

type Fields = Readonly<Record<string, unknown>>

interface DeferredPart {
  readonly target: TargetPart
  readonly fields: Fields
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

/** Record with all keys, built so that V8 keeps it a fast object: adding texts one by one makes it a slow dictionary. */
function getRecordTemplate(entity: Entity, languages: readonly string[]): Fields {
  const cachedTemplate = templatesByEntity.get(entity)
  if (cachedTemplate?.languages === languages) return cachedTemplate.record
  const names = getLayout(entity).persisted.map(({ name }) => name)
  const record = createFastObject(['id', ...names, ...getFlatKeys(entity, languages).keys()].map((key) => [key, null]))
  templatesByEntity.set(entity, { languages, record })
  return record
}

export class NewReferences {
  /** Records by entity and id. */
  private readonly records = new Map<string, Map<number, NewRecord>>()
  /** Records by entity, owner field and owner id. */
  private readonly owned = new Map<string, NewRecord[]>()
  private readonly waiting: DeferredPart[] = []

  constructor(private readonly work: ServiceContext & TransactionContext) {}

  /** Registers a part that was created from the target. */
  made({ entity, owner }: TargetPart, id: number, stored: Fields): void {
    const record = new NewRecord(entity, this.work.moment.snapshot.languages, id, stored)
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
    const refused: DeferredPart[] = []
    for (const waiting of this.waiting.splice(0)) {
      const checkedFields = await this.judged(waiting, root)
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
  private async judged({ target, fields }: DeferredPart, root: TargetPart): Promise<Fields | null> {
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
