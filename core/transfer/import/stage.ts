// Parses the records of one product of a package into core's form and validates them against the package alone.
import type { CheckScope, Property, Reference, Refusal } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins, findOwnerPath } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { isId } from '../../model/properties/join.js'
import type { Context } from '../../storage/context.js'
import { issueOf } from '../../storage/pipeline/draft.js'
import { prepareRichTexts } from '../../storage/pipeline/rich-texts.js'
import { nameRecord } from '../../storage/record/naming.js'
import { layoutOf } from '../../storage/record/layout.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { Naming } from '../copy/fields.js'
import { finding, type TransferFinding } from '../check/findings.js'
import { buildOrder, type Member } from '../graph.js'
import type { FilePointer } from '../package/format.js'
import type { Row } from '../package/rows.js'
import { fieldsOf, type Note, nothing, readRow, type Values } from './read-row.js'

/** A product of a package in core's form, before it is stored. */
export interface Staged {
  readonly product: number
  /** Owners and referenced records come first. Values are in core's form; undefined if the package has none. */
  readonly members: readonly StagedMember[]
  /** The files of a member by field. */
  filesOf(member: Member): ReadonlyMap<string, FilePointer>
  /** Texts of a new record in languages that the package lacks. */
  fillsOf(member: Member): Readonly<Record<string, unknown>>
  readonly carriesCode: boolean
  readonly findings: readonly TransferFinding[]
}

/** `note` describes the values in the package; it is absent if the values were changed. */
export interface StagedMember extends Member {
  readonly note?: Note
}

type StagedValues = Values & { readonly id: number }

interface Staging {
  readonly registry: Registry
  readonly product: number
  /** Languages of this shop. */
  readonly languages: readonly string[]
  /** Languages of the package. */
  readonly written: readonly string[]
  readonly entities: readonly Entity[]
  /** Records by entity name and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, StagedValues>>
  readonly notes: ReadonlyMap<string, ReadonlyMap<number, Note>>
  readonly findings: TransferFinding[]
}

/** The entity that a package contains as a whole. */
export const world = 'product'

const namesNothing: readonly Naming[] = []
const noFiles: ReadonlyMap<string, FilePointer> = new Map()

/** Maximum number of findings: nobody fixes a package with more record by record. */
const mostFindings = 200

export interface StageInput {
  readonly product: number
  /** Iterated once. */
  readonly rows: ReadonlyMap<string, Iterable<Row>>
  /** Languages of this shop. */
  readonly languages: readonly string[]
  /** Languages of the package. */
  readonly written: readonly string[]
}

/** Number of rows whose rich texts are sanitized together. */
const rowsAtOnce = 50

/** Yields the rows in portions, after a worker has sanitized their large rich texts. */
async function* sanitizedRows(context: Context, entity: Entity, rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let portion: Row[] = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < rowsAtOnce) continue
    await prepareRichTexts(context, entity, ...portion)
    yield portion
    portion = []
  }
  await prepareRichTexts(context, entity, ...portion)
  yield portion
}

/** Validates the package for internal consistency. Reads nothing but the package. */
export async function stage(context: Context, { product, rows, languages, written }: StageInput): Promise<Staged> {
  const { registry } = context
  const findings: TransferFinding[] = []
  const entities = buildOrder(
    registry,
    [...rows.keys()].filter((name) => isPart(registry, product, name, findings)),
  ).map((name) => registry.entities.get(name)!)
  const files = new Map<string, ReadonlyMap<string, FilePointer>>()
  const records = new Map<string, ReadonlyMap<number, StagedValues>>()
  const fills = new Map<string, Values>()
  const notes = new Map<string, ReadonlyMap<number, Note>>()
  const staging: Staging = { registry, product, languages, written, entities, records, notes, findings }
  for (const entity of entities) {
    const held = new Map<number, StagedValues>()
    const noted = new Map<number, Note>()
    const fields = fieldsOf(entity, staging)
    for await (const portion of sanitizedRows(context, entity, rows.get(entity.name)!)) {
      for (const row of portion) {
        const { values, fills: filled, pointers, note } = readRow(staging, fields, row)
        held.set(row.id, values as StagedValues)
        noted.set(row.id, note)
        if (pointers.size > 0) files.set(keyOf(entity.name, row.id), pointers)
        if (filled !== nothing) fills.set(keyOf(entity.name, row.id), filled)
      }
    }
    records.set(entity.name, held)
    notes.set(entity.name, noted)
  }
  judgeOwners(staging)
  if (findings.every(({ grade }) => grade !== 'blocker')) await store(staging)
  const members: StagedMember[] = []
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
    filesOf: ({ entity, record }) => (files.size > 0 && files.get(keyOf(entity.name, record.id))) || noFiles,
    fillsOf: ({ entity, record }) => (fills.size > 0 && fills.get(keyOf(entity.name, record.id))) || nothing,
    carriesCode: entities.some(({ writeNeeds }) => writeNeeds?.includes('code:write')),
    findings: findings.slice(0, mostFindings),
  }
}

/** True for entities that belong to products; a package may contain no others. */
function isPart(registry: Registry, product: number, name: string, findings: TransferFinding[]): boolean {
  const entity = registry.entities.get(name)
  const root = registry.entities.get(world)!
  if (!entity) {
    const message = `This installation has no entity '${name}'. Install the customization that brings it, then import again.`
    findings.push(finding('unknown-entity', message, { product, entity: name }))
    return false
  }
  if (name === world || (entity.area === root.area && findOwnerPath(registry.entities, entity, world) !== null)) return true
  findings.push(
    finding('foreign-record', `${entity.pluralLabel} are no part of a product, so no package brings them.`, {
      product,
      entity: name,
    }),
  )
  return false
}

export const keyOf = (entity: string, id: number): string => `${entity} ${id}`

/** Checks that every record belongs to the product through owners in the package. */
function judgeOwners({ product, entities, records, findings }: Staging): void {
  const roots = [...(records.get(world)?.keys() ?? [])]
  if (roots.length !== 1 || roots[0] !== product) {
    findings.push(finding('manifest', `The package does not hold the one record of product ${product}.`, { product }))
  }
  for (const entity of entities) {
    if (entity.name === world) continue
    const owners = findOwnerJoins(entity).map((join) => ({ property: join.property, held: records.get(join.entity) }))
    for (const [id, values] of records.get(entity.name)!) {
      let [isOwned, isLost] = [false, false]
      for (const { property, held } of owners) {
        const owner = values[property]
        if (!isId(owner)) continue
        isOwned = true
        isLost ||= !held?.has(owner)
      }
      if (isOwned && !isLost) continue
      const message = `${nameRecord(entity, values)} belongs to nothing that is in the package.`
      findings.push(finding('refers-outside', message, { product, entity: entity.name, id }))
    }
  }
}

/** Validates each value and converts authored values into their stored form, with the questions and answers of the package. */
async function store(staging: Staging): Promise<void> {
  const { entities, records, notes, findings } = staging
  const find = indexOf(staging)
  for (const entity of entities) {
    const asking = new Set(layoutOf(entity).stored.filter(asks))
    const noted = notes.get(entity.name)!
    for (const [id, values] of records.get(entity.name)!) {
      const note = noted.get(id)!
      let naming: Naming[] | undefined
      let isSound = true
      for (const property of note.filled) {
        const { kind } = property
        const refusals = kind.validate(values[property.name], property)
        if (refusals.length > 0) tell(staging, entity, id, property, refusals)
        else if (!asking.has(property) || (await storeAsked(staging, entity, id, property, find))) {
          if (!kind.references) continue
          const names = kind.references(values[property.name], property, staging.registry)
          judgeNamed(staging, entity, id, property, names)
          ;(naming ??= []).push({ property, names })
          continue
        }
        isSound = false
        if (findings.length > mostFindings) return
      }
      if (isSound) note.naming = naming ?? namesNothing
    }
  }
}

function tell(
  { product, records, findings }: Staging,
  entity: Entity,
  id: number,
  property: Property,
  refusals: readonly Refusal[],
): void {
  for (const refusal of refusals) {
    const { field, message } = issueOf(property.name, refusal)
    const name = nameRecord(entity, records.get(entity.name)!.get(id)!)
    // A type from a plugin is unknown if the plugin is not installed.
    const kind = 'brought' in (property.options as object) ? 'unknown-type' : 'invalid-record'
    findings.push(finding(kind, `${name}: ${message}`, { product, entity: entity.name, id, field }))
  }
}

/** True if the value is validated against other records. */
const asks = (property: Property): boolean => property.kind.check !== undefined && property.kind.checks?.(property) !== false

type Find = (entity: string, property: string, value: unknown) => readonly WireRecord[]

/** Validates the value against other records and replaces it with its stored form; false if it was refused. */
async function storeAsked(staging: Staging, entity: Entity, id: number, property: Property, find: Find): Promise<boolean> {
  const { registry, product, records } = staging
  const values = records.get(entity.name)!.get(id)!
  const scope: CheckScope = {
    registry,
    record: values,
    entity: entity.name,
    id,
    read: async (name, wanted) => records.get(name)?.get(wanted) ?? null,
    find: async (name, key, value) => find(name, key, value),
    ownerId: async (ancestor) => (ancestor === world ? product : null),
  }
  const { kind, name } = property
  const judged = await kind.check!(values[name], property, scope)
  if (judged.issues.length > 0) tell(staging, entity, id, property, judged.issues)
  else values[name] = judged.value
  return judged.issues.length === 0
}

/** Checks that every referenced record of the product is in the package. */
function judgeNamed(
  { registry, product, records, findings }: Staging,
  entity: Entity,
  id: number,
  { name }: Property,
  names: readonly Reference[],
): void {
  for (const one of names) {
    if (records.get(one.entity)?.has(one.id) || !isInside(registry, one.entity)) continue
    const values = records.get(entity.name)!.get(id)!
    const message = `${nameRecord(entity, values)} names ${one.entity} ${one.id} in '${name}', which is not in the package.`
    findings.push(finding('refers-outside', message, { product, entity: entity.name, id, field: name }))
  }
}

/** True for entities that belong to a product and are therefore exported with it. */
function isInside(registry: Registry, name: string): boolean {
  const entity = registry.entities.get(name)
  return entity !== undefined && findOwnerPath(registry.entities, entity, world) !== null
}

/** Finds records by the value of a field; builds one index per field. */
function indexOf({ records }: Staging): Find {
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
