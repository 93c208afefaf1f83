// Parses the records of one product of a package into core's form and validates them against the package alone.
import { Turn } from '../../foundation/long-work.js'
import { createLabel, createMessage, getMessage } from '../../foundation/message.js'
import type { CheckScope, Property, Reference, Refusal } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins, findOwnerPath } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import { isId } from '../../model/properties/join.js'
import type { Context } from '../../storage/context.js'
import { toIssue } from '../../storage/pipeline/prepare-for-storage.js'
import { prepareRichTexts } from '../../storage/pipeline/prepare-for-storage.js'
import { createDisplayName, getLayout } from '../../storage/record/present.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { PropertyReferences } from '../copy/fields.js'
import { createTransferFinding, type TransferFinding } from '../findings.js'
import { getCreationOrder, type GraphRecord } from '../graph.js'
import { PackageFault, type FilePointer } from '../package/format.js'
import type { PackageRecord } from '../package/rows.js'
import { maxProductParts, tooManyParts } from '../../product/published-tree.js'
import { getRowFields, maxFindings, type RowNote, noValues, readRow, type RowValues } from './read-row.js'

/** A product of a package in core's form, before it is stored. */
export interface ParsedProduct {
  readonly product: number
  /** Owners and referenced records come first. Values are in core's form; undefined if the package has none. */
  readonly members: readonly ParsedMember[]
  /** The files of a member by field. */
  getFiles(member: GraphRecord): ReadonlyMap<string, FilePointer>
  /** Texts of a new record in languages that the package lacks. */
  getFallbackTexts(member: GraphRecord): Readonly<Record<string, unknown>>
  readonly carriesCode: boolean
  readonly findings: readonly TransferFinding[]
}

/** `note` describes the values in the package; it is absent if the values were changed. */
export interface ParsedMember extends GraphRecord {
  readonly note?: RowNote
}

type ParsedValues = RowValues & { readonly id: number }

interface ParseContext {
  readonly registry: Registry
  readonly product: number
  /** Languages of this shop. */
  readonly languages: readonly string[]
  /** Languages of the package. */
  readonly written: readonly string[]
  readonly entities: readonly Entity[]
  /** Records by entity name and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, ParsedValues>>
  readonly notes: ReadonlyMap<string, ReadonlyMap<number, RowNote>>
  readonly findings: TransferFinding[]
}

/** The entity that a package contains as a whole. */
export const packageRootEntity = 'product'

const noReferences: readonly PropertyReferences[] = []
const noFiles: ReadonlyMap<string, FilePointer> = new Map()

const isBlocker = ({ grade }: TransferFinding): boolean => grade === 'blocker'

/** True if the number of blockers alone exceeds the maximum: reading a row adds at most the maximum of other findings. */
const hasTooMany = (findings: readonly TransferFinding[]): boolean => findings.length > 2 * maxFindings

interface ParseInput {
  readonly product: number
  /** Iterated once. */
  readonly rows: ReadonlyMap<string, AsyncIterable<PackageRecord>>
  /** Languages of this shop. */
  readonly languages: readonly string[]
  /** Languages of the package. */
  readonly written: readonly string[]
}

/** Number of rows whose rich texts are sanitized together. */
const rowsPerBatch = 50

/** Yields the rows in portions, after a worker has sanitized their large rich texts. */
async function* sanitizeRows(
  context: Context,
  entity: Entity,
  rows: AsyncIterable<PackageRecord>,
): AsyncGenerator<readonly PackageRecord[]> {
  let portion: PackageRecord[] = []
  for await (const row of rows) {
    portion.push(row)
    if (portion.length < rowsPerBatch) continue
    await prepareRichTexts(context, entity, ...portion)
    yield portion
    portion = []
  }
  await prepareRichTexts(context, entity, ...portion)
  yield portion
}

/** Validates the package for internal consistency. Reads nothing but the package. */
export async function parsePackageProduct(
  context: Context,
  { product, rows, languages, written: packageLanguages }: ParseInput,
): Promise<ParsedProduct> {
  const { registry } = context
  const findings: TransferFinding[] = []
  const entities = getCreationOrder(
    registry,
    [...rows.keys()].filter((name) => isPart(registry, product, name, findings)),
  ).map((name) => registry.entities.get(name)!)
  const files = new Map<string, ReadonlyMap<string, FilePointer>>()
  const records = new Map<string, ReadonlyMap<number, ParsedValues>>()
  const fills = new Map<string, RowValues>()
  const notes = new Map<string, ReadonlyMap<number, RowNote>>()
  const bodies = new Set<string>(Object.values(bodyEntities))
  let partCount = 0
  const staging: ParseContext = { registry, product, languages, written: packageLanguages, entities, records, notes, findings }
  const turn = new Turn()
  for (const entity of entities) {
    const valuesById = new Map<number, ParsedValues>()
    const noted = new Map<number, RowNote>()
    const fields = getRowFields(entity, staging)
    for await (const portion of sanitizeRows(context, entity, rows.get(entity.name)!)) {
      // The body of a calculation is no part of its own.
      if (!bodies.has(entity.name)) partCount += portion.length
      if (partCount > maxProductParts) throw new PackageFault('too-large', tooManyParts)
      for (const row of portion) {
        if (turn.isOver) await turn.pause()
        const { values, fills: filled, pointers, note } = readRow(staging, fields, row)
        valuesById.set(row.id, values as ParsedValues)
        noted.set(row.id, note)
        if (pointers.size > 0) files.set(toMemberKey(entity.name, row.id), pointers)
        if (filled !== noValues) fills.set(toMemberKey(entity.name, row.id), filled)
      }
    }
    records.set(entity.name, valuesById)
    notes.set(entity.name, noted)
  }
  await turn.pause()
  validateOwners(staging)
  if (!findings.some(isBlocker)) await convertValues(staging)
  const members: ParsedMember[] = []
  for (const entity of entities) {
    const noted = notes.get(entity.name)!
    for (const [id, values] of records.get(entity.name)!) {
      const record = { id, revision: 0, row: { id, revision: 0 }, values }
      members.push({ entity, record, note: noted.get(id)! })
    }
  }
  return {
    product,
    members,
    getFiles: ({ entity, record }) => (files.size > 0 && files.get(toMemberKey(entity.name, record.id))) || noFiles,
    getFallbackTexts: ({ entity, record }) => (fills.size > 0 && fills.get(toMemberKey(entity.name, record.id))) || noValues,
    carriesCode: entities.some(({ writeNeeds }) => writeNeeds?.includes('code:write')),
    findings: findings.toSorted((a, b) => Number(isBlocker(b)) - Number(isBlocker(a))).slice(0, maxFindings),
  }
}

/** True for entities that belong to products; a package may contain no others. */
function isPart(registry: Registry, product: number, name: string, findings: TransferFinding[]): boolean {
  const entity = registry.entities.get(name)
  const root = registry.entities.get(packageRootEntity)!
  if (!entity) {
    const message = createMessage('transfer.entityUnknown', { name })
    findings.push(createTransferFinding('unknown-entity', message, { product, entity: name }))
    return false
  }
  if (
    name === packageRootEntity ||
    (entity.area === root.area && findOwnerPath(registry.entities, entity, packageRootEntity) !== null)
  )
    return true
  findings.push(
    createTransferFinding(
      'foreign-record',
      createMessage('transfer.foreignRecords', { entities: createLabel('entity', entity.pluralLabel) }),
      {
        product,
        entity: name,
      },
    ),
  )
  return false
}

export const toMemberKey = (entity: string, id: number): string => `${entity} ${id}`

/** Checks that every record belongs to the product through owners in the package. */
function validateOwners({ product, entities, records, findings }: ParseContext): void {
  const roots = [...(records.get(packageRootEntity)?.keys() ?? [])]
  if (roots.length !== 1 || roots[0] !== product) {
    findings.push(createTransferFinding('manifest', createMessage('transfer.oneProductRecord', { product }), { product }))
  }
  for (const entity of entities) {
    if (entity.name === packageRootEntity) continue
    const owners = findOwnerJoins(entity).map((join) => ({ property: join.property, held: records.get(join.entity) }))
    for (const [id, values] of records.get(entity.name)!) {
      let [isOwned, isLost] = [false, false]
      for (const { property, held: ownerRecords } of owners) {
        const owner = values[property]
        if (!isId(owner)) continue
        isOwned = true
        isLost ||= !ownerRecords?.has(owner)
      }
      if (isOwned && !isLost) continue
      const message = createMessage('transfer.ownerMissing', { record: createDisplayName(entity, values) })
      findings.push(createTransferFinding('refers-outside', message, { product, entity: entity.name, id }))
    }
  }
}

/** Validates each value and converts authored values into their stored form, with the questions and answers of the package. */
async function convertValues(staging: ParseContext): Promise<void> {
  const { entities, records, notes, findings } = staging
  const find = createRecordFinder(staging)
  const turn = new Turn()
  for (const entity of entities) {
    const asking = new Set(getLayout(entity).stored.filter(needsOtherRecords))
    const noted = notes.get(entity.name)!
    for (const [id, values] of records.get(entity.name)!) {
      if (turn.isOver) await turn.pause()
      const note = noted.get(id)!
      let naming: PropertyReferences[] | undefined
      let isSound = true
      for (const property of note.filled) {
        const { kind } = property
        const refusals = kind.validate(values[property.name], property)
        if (refusals.length > 0) addRefusals(staging, entity, id, property, refusals)
        else if (!asking.has(property) || (await convertCheckedValue(staging, entity, id, property, find))) {
          if (!kind.references) continue
          const names = kind.references(values[property.name], property, staging.registry)
          validateReferences(staging, entity, id, property, names)
          ;(naming ??= []).push({ property, names })
          continue
        }
        isSound = false
        if (hasTooMany(findings)) return
      }
      if (isSound) note.naming = naming ?? noReferences
    }
  }
}

function addRefusals(
  { product, records, findings }: ParseContext,
  entity: Entity,
  id: number,
  property: Property,
  refusals: readonly Refusal[],
): void {
  for (const refusal of refusals) {
    const { field, ...issue } = toIssue(property.name, refusal)
    const record = createDisplayName(entity, records.get(entity.name)!.get(id)!)
    const message = createMessage('transfer.atRecord', { record, message: getMessage(issue) })
    // A type from a plugin is unknown if the plugin is not installed.
    const kind = 'brought' in (property.options as object) ? 'unknown-type' : 'invalid-record'
    findings.push(createTransferFinding(kind, message, { product, entity: entity.name, id, field }))
  }
}

/** True if the value is validated against other records. */
const needsOtherRecords = (property: Property): boolean =>
  property.kind.check !== undefined && property.kind.checks?.(property) !== false

type RecordFinder = (entity: string, property: string, value: unknown) => readonly WireRecord[]

/** Validates the value against other records and replaces it with its stored form; false if it was refused. */
async function convertCheckedValue(
  staging: ParseContext,
  entity: Entity,
  id: number,
  property: Property,
  find: RecordFinder,
): Promise<boolean> {
  const { registry, product, records } = staging
  const values = records.get(entity.name)!.get(id)!
  const scope: CheckScope = {
    registry,
    record: values,
    entity: entity.name,
    id,
    read: async (name, recordId) => records.get(name)?.get(recordId) ?? null,
    find: async (name, key, value) => find(name, key, value),
    ownerId: async (ancestor) => (ancestor === packageRootEntity ? product : null),
  }
  const { kind, name } = property
  const checkResult = await kind.check!(values[name], property, scope)
  if (checkResult.issues.length > 0) addRefusals(staging, entity, id, property, checkResult.issues)
  else values[name] = checkResult.value
  return checkResult.issues.length === 0
}

/** Checks that every referenced record of the product is in the package. */
function validateReferences(
  { registry, product, records, findings }: ParseContext,
  entity: Entity,
  id: number,
  { name }: Property,
  names: readonly Reference[],
): void {
  for (const reference of names) {
    if (records.get(reference.entity)?.has(reference.id) || !isProductPart(registry, reference.entity)) continue
    if (hasTooMany(findings)) return
    const values = records.get(entity.name)!.get(id)!
    const message = createMessage('transfer.outsideReference', {
      record: createDisplayName(entity, values),
      entity: createLabel('entity', reference.entity),
      id: reference.id,
      field: name,
    })
    findings.push(createTransferFinding('refers-outside', message, { product, entity: entity.name, id, field: name }))
  }
}

/** True for entities that belong to a product and are therefore exported with it. */
function isProductPart(registry: Registry, name: string): boolean {
  const entity = registry.entities.get(name)
  return entity !== undefined && findOwnerPath(registry.entities, entity, packageRootEntity) !== null
}

/** Finds records by the value of a field; builds one index per field. */
function createRecordFinder({ records }: ParseContext): RecordFinder {
  const indexes = new Map<string, Map<unknown, WireRecord[]>>()
  return (entity, property, value) => {
    const key = `${entity} ${property}`
    const index = indexes.get(key) ?? new Map<unknown, WireRecord[]>()
    if (!indexes.has(key)) {
      for (const values of records.get(entity)?.values() ?? []) {
        const same = index.get(values[property]) ?? []
        same.push(values)
        index.set(values[property], same)
      }
      indexes.set(key, index)
    }
    return index.get(value) ?? []
  }
}
