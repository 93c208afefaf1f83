// Validates a copy in memory with the rules of the write pipeline, so a clearly valid copy needs no trial write.
import type { CheckScope, Property } from '../../foundation/property/kind.js'
import { replaceOtherBodies } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerPath } from '../../model/entity/ownership.js'
import type { RegistryScope } from '../../model/registry.js'
import { resolveDefaultValue } from '../../storage/pipeline/defaults.js'
import { findEmptyRequiredFields } from '../../storage/pipeline/validate-data.js'
import { isUniqueText } from '../../storage/pipeline/unique-values.js'
import { getFlatKeys, getLayout, emptyValue, isUnset } from '../../storage/record/layout.js'
import { createFastObject } from '../../foundation/json.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { findPropertyReferences, findStaleReference } from '../copy/fields.js'
import type { RecordIdMap } from '../copy/record-id-map.js'
import type { GraphRecord } from '../graph.js'
import { createIdMap } from '../import/apply.js'
import type { ImportResult } from '../import/define.js'
import { type ParsedMember, packageRootEntity } from '../import/parsed-product.js'
import { isBodyEntity } from '../import/existing-records.js'
import type { ImportPlan } from '../import/import-plan.js'

type CopyRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** Only the database can decide. */
class UncertainError extends Error {}

interface DefaultRecord {
  readonly languages: readonly string[]
  readonly record: Readonly<Record<string, unknown>>
}

/** Cached across the products of a package. */
const defaultRecords = new WeakMap<Entity, DefaultRecord>()

/** An offset beyond all ids in use: no record of a package has such an id. */
const idOffset = 2 ** 50

/**
 * True if every write of the copy is certain to succeed. The values were validated when the package was read. This checks required fields,
 * texts, whole records and the order of creation. False if something fails or only the database can decide: a trial import then reports the
 * reason. Reads and writes nothing.
 */
export async function isCertainlyValid(work: ServiceContext, plan: ImportPlan): Promise<boolean> {
  if (plan.how.mode !== 'copy' || plan.files.brings) return false
  try {
    return await new CopyValidator(work, plan).validateAll()
  } catch {
    // The trial import meets the same problem and reports it.
    return false
  }
}

/** The expected effect of importing such a copy; `id` is the id of another copy, which was tried. */
export function predictImportResult({ members, parsedProduct }: ImportPlan, id: number): ImportResult {
  const created: Record<string, number> = {}
  for (const { entity } of members) created[entity.name] = (created[entity.name] ?? 0) + 1
  const root = members.find(({ entity }) => entity.name === packageRootEntity)!
  const title = String(root.record.values['title'] ?? '')
  return {
    product: parsedProduct.product,
    id,
    title,
    created,
    updated: {},
    unchanged: 0,
    files: 0,
    deleted: [],
    renumbered: [],
    configurations: 0,
  }
}

class CopyValidator {
  private readonly records = new Map<string, Map<number, CopyRecord>>()
  private readonly indexes = new Map<string, Map<unknown, CopyRecord[]>>()
  private readonly places: RecordIdMap
  /** Entities whose records all exist at this point of the validation. */
  private readonly made = new Set<string>()

  constructor(
    private readonly work: ServiceContext,
    private readonly plan: ImportPlan,
  ) {
    this.places = createIdMap(plan)
    for (const member of plan.members) {
      const { entity, record } = member
      this.places.put(entity.name, record.id, record.id + idOffset)
      const recordsById = this.records.get(entity.name) ?? new Map<number, CopyRecord>()
      recordsById.set(record.id, this.recordOf(member))
      this.records.set(entity.name, recordsById)
    }
  }

  async validateAll(): Promise<boolean> {
    let before: Entity | null = null
    for (const member of this.plan.members) {
      if (before !== null && before !== member.entity) this.made.add(before.name)
      before = member.entity
      if (!(await this.takes(member))) return false
    }
    return true
  }

  private get languages(): readonly string[] {
    return this.work.versionedSnapshot.snapshot.languages
  }

  /** The record as it will be stored, with the package's ids. */
  private recordOf({ entity, record, note }: ParsedMember): CopyRecord {
    const { parsedProduct } = this.plan
    const values: Record<string, unknown> & { id: number } = { ...this.startOf(entity), id: record.id }
    for (const property of note?.isWhole ? [...note.filled, ...note.emptied] : getLayout(entity).stored) {
      const fieldValue = record.values[property.name]
      if (fieldValue !== undefined) values[property.name] = isUnset(property, fieldValue) ? emptyValue(property) : fieldValue
    }
    // A copy is placed last. The number itself does not matter here.
    if ('ordering' in values) values['ordering'] = 1
    const fills = parsedProduct.getFallbackTexts({ entity, record })
    for (const [key, { property }] of getFlatKeys(entity, this.languages)) {
      const fieldValue = record.values[key] ?? fills[key]
      const text = fieldValue === undefined || fieldValue === null ? null : property.kind.prepare(fieldValue, property)
      if (text !== null && text !== undefined) values[key] = text
    }
    if (entity.name === packageRootEntity && record.id === parsedProduct.product) values['published'] = false
    return Object.freeze(values)
  }

  /** The defaults of a new record. */
  private startOf(entity: Entity): DefaultRecord['record'] {
    const { languages } = this
    const cachedStart = defaultRecords.get(entity)
    if (cachedStart?.languages === languages) return cachedStart.record
    const start = (property: Property): unknown => resolveDefaultValue(property, this.work) ?? emptyValue(property)
    const fields = getLayout(entity).stored.map((property) => [property.name, start(property)] as const)
    const texts = [...getFlatKeys(entity, languages)].map(([key, { property }]) => [key, start(property)] as const)
    const record = createFastObject([['id', 0], ...fields, ...texts])
    defaultRecords.set(entity, { languages, record })
    return record
  }

  private async takes(member: GraphRecord): Promise<boolean> {
    const { entity, record } = member
    const copyRecord = this.records.get(entity.name)!.get(record.id)!
    const prepared = await this.prepared(entity, copyRecord)
    return (
      prepared !== null &&
      this.isFree(entity) &&
      this.needsNoMore(entity, copyRecord) &&
      this.isFilled(entity, prepared) &&
      this.namesMade(member) &&
      (await this.isWhole(entity, copyRecord))
    )
  }

  /** Runs the entity's own `prepare`; null if it would change the record. */
  private async prepared(entity: Entity, copyRecord: CopyRecord): Promise<Readonly<Record<string, unknown>> | null> {
    if (!entity.prepare) return copyRecord
    const record: Record<string, unknown> = { ...copyRecord }
    const keys = Object.keys(copyRecord)
    await entity.prepare(record, this.scopeOf(entity, copyRecord, null), new Set(keys))
    const isSame = Object.keys(record).length === keys.length && keys.every((key) => record[key] === copyRecord[key])
    return isSame ? record : null
  }

  /** A copy's unique texts get a suffix if they are taken. Only the database can check other unique values. */
  private isFree(entity: Entity): boolean {
    const groups = entity.unique ?? []
    if (groups.length === 0) return true
    const isText = (name: string): boolean =>
      Object.hasOwn(entity.properties, name) && isUniqueText(entity, entity.properties[name]!)
    return entity.name === packageRootEntity && groups.every((group) => group.length === 1 && isText(group[0]!))
  }

  /** True if the write stores no further records: a body whose type its calculation already has. */
  private needsNoMore({ name, afterStore }: Entity, copyRecord: CopyRecord): boolean {
    if (!afterStore) return true
    if (afterStore !== replaceOtherBodies) return false
    const calculation = this.records.get('calculation')?.get(Number(copyRecord['calculation_id']))
    return calculation !== undefined && `calculation-${String(calculation['type'])}` === name
  }

  /** Checks required fields and texts. */
  private isFilled(entity: Entity, record: Readonly<Record<string, unknown>>): boolean {
    const { context, versionedSnapshot: storeSnapshot } = this.work
    const task = { entity, shape: getLayout(entity), context, snapshot: storeSnapshot.snapshot }
    if (findEmptyRequiredFields(task, { existing: null, record, changed: new Set() }).length > 0) return false
    for (const [key, { property }] of getFlatKeys(entity, this.languages)) {
      const value = record[key]
      if (!isUnset(property, value) && property.kind.validate(value, property).length > 0) return false
    }
    return true
  }

  /** True if all references exist by then or may be written later, and none would point to the original. */
  private namesMade(member: GraphRecord): boolean {
    const { registry } = this.work.context
    return findPropertyReferences(member, registry).every(({ property, names }) => {
      const isLate = names.some(({ entity }) => this.records.has(entity) && !this.made.has(entity))
      if (isLate && (property.kind.referenceColumn || property.required)) return false
      return findStaleReference(member, property, this.places, registry) === null
    })
  }

  private async isWhole(entity: Entity, copyRecord: CopyRecord): Promise<boolean> {
    if (!entity.validate) return true
    const alone = !isBodyEntity(entity) && entity.isAlone?.(copyRecord) === true
    const issues = await entity.validate(this.scopeOf(entity, copyRecord, alone ? null : copyRecord.id))
    return issues.length === 0
  }

  private scopeOf(entity: Entity, record: CopyRecord, id: number | null): RegistryScope {
    const scope: CheckScope = {
      record,
      entity: entity.name,
      id,
      registry: this.work.context.registry,
      read: async (name, recordId) => this.recordsOf(name).get(recordId) ?? null,
      find: async (name, key, value) => this.found(name, key, value),
      ownerId: async (ancestor) => {
        if (ancestor === packageRootEntity) return this.plan.parsedProduct.product
        throw new UncertainError(ancestor)
      },
    }
    return scope as RegistryScope
  }

  /** A package has no records outside of products. */
  private recordsOf(name: string): ReadonlyMap<number, CopyRecord> {
    const { entities } = this.work.context.registry
    const entity = entities.get(name)
    if (!entity || (name !== packageRootEntity && findOwnerPath(entities, entity, packageRootEntity) === null))
      throw new UncertainError(name)
    return this.records.get(name) ?? new Map<number, CopyRecord>()
  }

  private found(name: string, key: string, value: unknown): readonly CopyRecord[] {
    const records = this.recordsOf(name)
    const property = this.work.context.registry.entities.get(name)!.properties[key]
    if (!property || property.translatable) throw new UncertainError(key)
    const place = `${name} ${key}`
    let index = this.indexes.get(place)
    if (!index) {
      index = new Map()
      for (const record of [...records.values()].sort((a, b) => a.id - b.id)) {
        const same = index.get(record[key])
        if (same) same.push(record)
        else index.set(record[key], [record])
      }
      this.indexes.set(place, index)
    }
    return index.get(value) ?? []
  }
}
