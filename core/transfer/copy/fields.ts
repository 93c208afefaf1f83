// The fields of a copied or recreated record: the fields of the original, with references to the copied records.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Property, Reference, Repoint } from '../../foundation/property/kind.js'
import { isWeakReference, findOwnerJoins } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import {
  getFlatKeys,
  getLayout,
  isUnset,
  toColumnValue,
  isEmpty,
  createDisplayName,
  presentValue,
} from '../../storage/record/present.js'
import type { GraphRecord } from '../graph.js'
import { shortText } from '../../foundation/property/text.js'
import type { Entity } from '../../model/entity/define.js'
import { quoteName } from '../../storage/database/dialect.js'
import { findTextHoldersInUnit, isUniqueText, preloadFreeTexts } from '../../storage/pipeline/unique-values.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'

// Maps ids of originals to ids of their copies, and detects references that cannot be replaced yet.

/** A map by entity and id. Lookups are so frequent that a combined key would be too slow. */
class RecordMap<T> {
  private readonly entities = new Map<string, Map<number, T>>()

  get(entity: string, id: number): T | undefined {
    return this.entities.get(entity)?.get(id)
  }

  set(entity: string, id: number, value: T): void {
    const valuesById = this.entities.get(entity)
    if (valuesById) valuesById.set(id, value)
    else this.entities.set(entity, new Map([[id, value]]))
  }
}

export class RecordIdMap implements Repoint {
  private readonly owners = new RecordMap<readonly unknown[]>()
  private readonly copies = new RecordMap<number>()
  private readonly own = new RecordMap<true>()
  private isLacking = false

  constructor(members: readonly GraphRecord[]) {
    for (const { entity, record } of members) {
      const owners = findOwnerJoins(entity).map(({ property }) => record.values[property])
      this.owners.set(entity.name, record.id, owners)
    }
  }

  /** True for a record that is being copied, whether or not its copy exists yet. */
  has(entity: string, id: number): boolean {
    return this.owners.get(entity, id) !== undefined
  }

  /** True for a record that has a copy and is not a copy itself. */
  isReplaced(entity: string, id: number): boolean {
    return this.copies.get(entity, id) !== undefined && this.own.get(entity, id) === undefined
  }

  put(entity: string, id: number, copy: number): void {
    this.copies.set(entity, id, copy)
    this.own.set(entity, copy, true)
  }

  idOf(entity: string, id: number): number {
    const copy = this.copies.get(entity, id)
    this.isLacking ||= copy === undefined && this.has(entity, id)
    return copy ?? id
  }

  /** The result of `make` with the ids of copies; null while one of the copies does not exist. */
  whole<T>(make: () => T): { readonly value: T } | null {
    this.isLacking = false
    const value = make()
    return this.isLacking ? null : { value }
  }

  isOf(entity: string, id: number, owner: number): boolean {
    return this.owners.get(entity, id)?.includes(owner) === true
  }
}

export type CopyFields = Record<string, unknown>

/** Without an ordering, a copy is placed last among its siblings. */
const orderingField = 'ordering'

/** The fields that are equal in the copy. */
export function selectPlainFields({ entity, record }: GraphRecord, languages: readonly string[]): CopyFields {
  const fields: CopyFields = {}
  for (const { name, kind } of getLayout(entity).stored) {
    if (name !== orderingField && !kind.references) fields[name] = record.values[name]
  }
  for (const key of getFlatKeys(entity, languages).keys()) fields[key] = record.values[key]
  return fields
}

export interface PropertyReferences {
  readonly property: Property
  readonly names: readonly Reference[]
}

/** Cached: rules and formulas are long to parse, and an import asks several times. A loaded record never changes. */
const referencesByRecord = new WeakMap<GraphRecord['record'], readonly PropertyReferences[]>()
const noReferences: readonly PropertyReferences[] = []

/** A record whose references may already be known. */
interface AnnotatedMember extends GraphRecord {
  readonly note?: { readonly naming?: readonly PropertyReferences[] }
}

/** The properties that contain ids, with those ids. `among`: the properties with a value, if known. */
export function findPropertyReferences(
  { entity, record, note }: AnnotatedMember,
  registry: Registry,
  among?: readonly Property[],
): readonly PropertyReferences[] {
  const cachedReferences = note?.naming ?? referencesByRecord.get(record)
  if (cachedReferences) return cachedReferences
  let naming: PropertyReferences[] | undefined
  for (const property of among ?? getLayout(entity).referring) {
    const { name, kind } = property
    if (!kind.references || isUnset(property, record.values[name])) continue
    const names = kind.references(record.values[name], property, registry)
    if (naming) naming.push({ property, names })
    else naming = [{ property, names }]
  }
  referencesByRecord.set(record, naming ?? noReferences)
  return naming ?? noReferences
}

/** The value of the copy's field, in core's form. */
export function toRepointedValue({ record }: GraphRecord, property: Property, places: RecordIdMap, registry: Registry): unknown {
  const { kind, name } = property
  return kind.repoint?.(record.values[name], property, places, registry, record.values) ?? record.values[name]
}

/** The value of the copy's field, as an author would send it. */
export function toRepointedInput(member: GraphRecord, property: Property, places: RecordIdMap, registry: Registry): unknown {
  return presentValue(property, toColumnValue(property, toRepointedValue(member, property, places, registry)), registry)
}

/** An issue for a field that would still reference the original: a plugin type that does not declare its ids. `held`: the copy's value. */
export function findStaleReference(
  member: GraphRecord,
  property: Property,
  places: RecordIdMap,
  registry: Registry,
  currentValue?: unknown,
): Issue | null {
  const { kind, name, label } = property
  if (isWeakReference(property)) return null
  const { values } = member.record
  const stale = kind.references!(currentValue ?? toRepointedValue(member, property, places, registry), property, registry).find(
    (reference) => places.isReplaced(reference.entity, reference.id),
  )
  if (!stale) return null
  const message = createMessage('transfer.notCopied', {
    field: createLabel('field', label),
    record: createDisplayName(member.entity, values),
    entity: stale.entity,
    id: stale.id,
  })
  return createIssue(name, message, 'NOT_COPIED')
}

// Makes unique values of a copy free with a suffix -2, -3 and so on, like labels that are derived from titles.

/** Replaces the texts of unique fields with the next free text. */
export async function makeValuesUnique(
  { unit }: ServiceContext & TransactionContext,
  entity: Entity,
  fields: CopyFields,
  languages: readonly string[],
): Promise<void> {
  const unique = [...getFlatKeys(entity, languages).values()].filter(({ property }) => isUniqueText(entity, property))
  const texts = unique.flatMap((flat) => {
    const text = fields[flat.key]
    return typeof text === 'string' && text !== '' ? [{ flat, text }] : []
  })
  await preloadFreeTexts(unit, entity, texts)
  for (const flat of unique) {
    const isDuplicate = async (candidate: string): Promise<boolean> =>
      (await findTextHoldersInUnit(unit, entity, flat, candidate)).length > 0
    fields[flat.key] = await findFreeText(fields[flat.key], isDuplicate)
  }
  for (const [name, ...otherNames] of entity.unique ?? []) {
    if (name === undefined || otherNames.length > 0 || !Object.hasOwn(fields, name)) continue
    const sql = `SELECT id FROM ${quoteName(entity.table)} WHERE ${quoteName(name)} = ? LIMIT 1`
    fields[name] = await findFreeText(fields[name], async (candidate) => (await unit.query(sql, [candidate])).length > 0)
  }
}

/** A value that is empty or not a text stays: the write pipeline validates it. */
async function findFreeText(value: unknown, isDuplicate: (wanted: string) => Promise<boolean>): Promise<unknown> {
  if (typeof value !== 'string' || value === '') return value
  const base = [...value.replace(/-\d{1,6}$/, '')].slice(0, shortText - 8).join('')
  let free = value
  for (let n = 2; await isDuplicate(free); n++) free = `${base}-${n}`
  return free
}

// Empties a field again that was empty in the original, if a new record got a default instead.

type Fields = Readonly<Record<string, unknown>>

/** `stored` are the fields after the write pipeline. */
export async function clearDefaults(
  work: ServiceContext & TransactionContext,
  entity: string,
  id: number,
  fields: Fields,
  stored: Fields,
): Promise<void> {
  const filled = Object.keys(fields).filter((key) => fields[key] !== undefined && isEmpty(fields[key]) && !isEmpty(stored[key]))
  if (filled.length === 0) return
  const emptied = Object.fromEntries(filled.map((key) => [key, null]))
  await writeEntityRecord(work.context, entity, emptied, { id, unit: work.unit, internal: true })
}
