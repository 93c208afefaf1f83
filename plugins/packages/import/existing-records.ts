// The existing product before an exact import: its differences, records to delete first, and records that the package lacks.
import {
  type Entity,
  type Registry,
  toInList,
  splitIntoPortions,
  longWork,
  entityModel,
  recordWriting,
  storedValues,
  recordGraphs,
  installationTables,
} from '#core/surface.js'
import {
  type TransactionContext,
  type ServiceContext,
  ValidationError,
  createLabel,
  createMessage,
  type Message,
} from '#core/contract.js'
import { isFileProperty } from '../package/rows.js'
import type { ImportDeletion, ProductImportOptions } from './define.js'
import { toMemberKey } from './parsed-product.js'
import type { ImportFields } from './import-plan.js'

const bodyEntityCache = new WeakMap<Entity, boolean>()

/** True for a record that is deleted with its owner and never referenced: the body of a calculation. Cached: called per record. */
export function isBodyEntity(entity: Entity): boolean {
  const cachedResult = bodyEntityCache.get(entity)
  if (cachedResult !== undefined) return cachedResult
  const isBody = Object.values(entity.properties).some((property) => entityModel.getJoinOptions(property)?.cascade === true)
  bodyEntityCache.set(entity, isBody)
  return isBody
}

const isSameJsonValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export class ExistingRecords {
  private readonly fields = new Map<string, ImportFields>()
  private readonly cleared = new Set<string>()

  private constructor(
    private readonly work: ServiceContext & TransactionContext,
    private readonly members: readonly recordGraphs.GraphRecord[],
  ) {}

  private async readFields(): Promise<void> {
    const turn = new longWork.Turn()
    for (const member of this.members) {
      if (turn.isOver) await turn.pause()
      this.fields.set(toMemberKey(member.entity.name, member.record.id), toStoredFields(member, this.work.context.registry))
    }
  }

  /** For copies there are no existing records. */
  static async of(
    work: ServiceContext & TransactionContext,
    product: number,
    { mode }: ProductImportOptions,
  ): Promise<ExistingRecords> {
    if (mode === 'copy') return new ExistingRecords(work, [])
    const [root] = await work.lock('product', { column: 'id', values: [product] })
    const { languages } = work.versionedSnapshot.snapshot
    const members = root ? await recordGraphs.loadGraph(work, [{ entity: 'product', id: product }], languages) : []
    const existingRecords = new ExistingRecords(work, members)
    await existingRecords.readFields()
    return existingRecords
  }

  has(entity: string, id: number): boolean {
    return this.fields.has(toMemberKey(entity, id))
  }

  /** True for a record that was deleted first and is created again. */
  isCleared(entity: string, id: number): boolean {
    return this.cleared.has(toMemberKey(entity, id))
  }

  /**
   * Removes obstacles before the records change one after the other: deletes calculation bodies that differ, and empties references that
   * will change, and references of records that will be deleted.
   */
  async clear(newMembers: readonly recordGraphs.GraphRecord[], places: recordGraphs.RecordIdMap): Promise<void> {
    const { context, unit } = this.work
    const byKey = new Map(newMembers.map((member) => [toMemberKey(member.entity.name, member.record.id), member]))
    const turn = new longWork.Turn()
    for (const { entity, record } of this.members) {
      if (turn.isOver) await turn.pause()
      const key = toMemberKey(entity.name, record.id)
      const other = byKey.get(key)
      const differing = other ? this.differing(other, places) : []
      if (turn.isOver) await turn.pause()
      if (isBodyEntity(entity)) {
        if (other && differing.length === 0) continue
        await recordWriting.removeEntityRecord(context, entity.name, record.id, { unit, internal: true })
        this.fields.delete(key)
        this.cleared.add(key)
        continue
      }
      const emptied = other ? differing.filter((name) => this.mayBeEmptied(entity, name)) : this.naming(entity, key)
      if (emptied.length === 0) continue
      await recordWriting.writeEntityRecord(context, entity.name, Object.fromEntries(emptied.map((name) => [name, null])), {
        id: record.id,
        unit,
        internal: true,
        exactly: {},
      })
      const storedFields = this.fields.get(key)!
      for (const name of emptied) storedFields[name] = null
    }
  }

  /** The fields that will change: all fields of a body, only the references of other records. */
  private differing(member: recordGraphs.GraphRecord, places: recordGraphs.RecordIdMap): readonly string[] {
    const { entity, record } = member
    const { registry } = this.work.context
    const storedFields = this.fields.get(toMemberKey(entity.name, record.id))!
    const all = isBodyEntity(entity)
    return storedValues.getLayout(entity).stored.flatMap((property) => {
      const { name, kind } = property
      const value = record.values[name]
      if ((!all && !kind.references) || value === undefined || isFileProperty(property)) return []
      // A reference to a record with a new id is known only after that record exists.
      const expectedValue = storedValues.isUnset(property, value)
        ? { value: null }
        : places.whole(() => recordGraphs.toRepointedInput(member, property, places, registry))
      return expectedValue && isSameJsonValue(normalizeBlank(expectedValue.value), normalizeBlank(storedFields[name]))
        ? []
        : [name]
    })
  }

  private mayBeEmptied(entity: Entity, name: string): boolean {
    const property = entity.properties[name]!
    const isRequired = property.required === true || entityModel.getJoinOptions(property)?.owner === true
    return !isRequired && property.kind.references !== undefined
  }

  /** The references of a record that will be deleted. */
  private naming(entity: Entity, key: string): readonly string[] {
    const storedFields = this.fields.get(key)!
    return storedValues
      .getLayout(entity)
      .referring.flatMap(({ name }) =>
        this.mayBeEmptied(entity, name) && !entityModel.isEmpty(storedFields[name]) ? [name] : [],
      )
  }

  /** The fields whose values differ from the stored ones. */
  changes(entity: Entity, id: number, fields: ImportFields): ImportFields {
    const storedFields = this.fields.get(toMemberKey(entity.name, id))!
    return Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => !isSameJsonValue(normalizeBlank(value), normalizeBlank(storedFields[key]))),
    )
  }

  /** The existing records that the package lacks, owners first. */
  without(newMembers: readonly recordGraphs.GraphRecord[]): readonly ImportDeletion[] {
    const memberKeys = new Set(newMembers.map(({ entity, record }) => toMemberKey(entity.name, record.id)))
    return this.members.flatMap(({ entity, record }) => {
      const key = toMemberKey(entity.name, record.id)
      if (memberKeys.has(key) || this.cleared.has(key)) return []
      return [{ entity: entity.name, id: record.id, name: storedValues.formatDisplayName(entity, record.values) }]
    })
  }
}

/** Every form of an empty value becomes null. */
const normalizeBlank = (value: unknown): unknown => (entityModel.isEmpty(value) ? null : value)

/** The values of a record in the form that a write would send. */
function toStoredFields({ entity, record }: recordGraphs.GraphRecord, registry: Registry): ImportFields {
  const fields: ImportFields = { ...record.values }
  for (const property of storedValues.getLayout(entity).stored)
    fields[property.name] = storedValues.presentValue(property, record.row[property.name], registry)
  return fields
}

// Decides the id of each record of a package in this shop.

interface RecordTarget {
  /** null: a new id. */
  readonly id: number | null
  /** True if the record exists and belongs to the product. */
  readonly isExisting: boolean
}

export type RecordTargets = ReadonlyMap<string, RecordTarget>

const newRecordTarget: RecordTarget = { id: null, isExisting: false }

/** The target of a record; always a new record for copies. */
export const getRecordTarget = (targets: RecordTargets, { entity, record }: recordGraphs.GraphRecord): RecordTarget =>
  targets.size === 0 ? newRecordTarget : targets.get(toMemberKey(entity.name, record.id))!

/** Maximum number of id clashes listed in an error. */
const maxListedClashes = 20

/** Empty for copies. VALIDATION_FAILED on `new_ids` if an id belongs to another product and may not be replaced. */
export async function resolveRecordTargets(
  work: ServiceContext & TransactionContext,
  members: readonly recordGraphs.GraphRecord[],
  existingRecords: ExistingRecords,
  { mode, newIds }: ProductImportOptions,
): Promise<RecordTargets> {
  if (mode === 'copy') return new Map()
  const targets = new Map<string, RecordTarget>()
  const clashes: Message[] = []
  const entities = new Set(members.map(({ entity }) => entity))
  for (const entity of entities) {
    const ids = members.filter((member) => member.entity === entity).map(({ record }) => record.id)
    const existingIds = await findExistingIds(work, entity, ids)
    for (const id of ids) {
      const isPresent = existingRecords.has(entity.name, id)
      const isClash = !isPresent && existingIds.has(id) && !existingRecords.isCleared(entity.name, id)
      if (isClash && !newIds)
        clashes.push(createMessage('transfer.numberedRecord', { entity: createLabel('entity', entity.label), id }))
      targets.set(toMemberKey(entity.name, id), { id: isClash ? null : id, isExisting: isPresent })
    }
  }
  if (clashes.length === 0) return targets
  const names = clashes.slice(0, maxListedClashes)
  const count = clashes.length - names.length
  const records = count === 0 ? names : createMessage('transfer.more', { names, count })
  throw ValidationError.of('new_ids', createMessage('transfer.idsTaken', { records }), 'ID_CLASH')
}

async function findExistingIds(
  { unit }: TransactionContext,
  { table }: Entity,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const existingIds = new Set<number>()
  for (const portion of splitIntoPortions(ids)) {
    const { sql, params } = toInList(portion)
    for (const { id } of await unit.query<{ id: number }>(
      `SELECT id FROM ${installationTables.quoteName(table)} WHERE id IN ${sql}`,
      params,
    ))
      existingIds.add(id)
  }
  return existingIds
}
