// Turns the records of a product in a package into the form in which core holds records, judged against the package alone.
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

/** A product of a package, ready to be stored. */
export interface Staged {
  readonly product: number
  /** Owners and what is named come first; values as core holds them, undefined where the package says nothing. */
  readonly members: readonly StagedMember[]
  /** The files of a member by field. */
  filesOf(member: Member): ReadonlyMap<string, FilePointer>
  /** Texts of a new record in languages that the package lacks. */
  fillsOf(member: Member): Readonly<Record<string, unknown>>
  readonly carriesCode: boolean
  readonly findings: readonly TransferFinding[]
}

/** `note` is of its values, and gone where these are others than in the package. */
export interface StagedMember extends Member {
  readonly note?: Note
}

type StagedValues = Values & { readonly id: number }

interface Staging {
  readonly registry: Registry
  readonly product: number
  /** Of this shop. */
  readonly languages: readonly string[]
  /** Of the package. */
  readonly written: readonly string[]
  readonly entities: readonly Entity[]
  /** By entity name and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, StagedValues>>
  readonly notes: ReadonlyMap<string, ReadonlyMap<number, Note>>
  readonly findings: TransferFinding[]
}

/** What a package holds whole. */
export const world = 'product'

const namesNothing: readonly Naming[] = []
const noFiles: ReadonlyMap<string, FilePointer> = new Map()

/** Findings at most: beyond them a package is not mended record by record. */
const mostFindings = 200

export interface StageInput {
  readonly product: number
  /** Gone through once. */
  readonly rows: ReadonlyMap<string, Iterable<Row>>
  /** Of this shop. */
  readonly languages: readonly string[]
  /** Of the package. */
  readonly written: readonly string[]
}

/** Rows whose rich texts are sanitised together. */
const rowsAtOnce = 50

/** The rows, a portion at a time, after their large rich texts were sanitised in a worker. */
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

/** Nothing is read but the package: what it says of itself is found to hold together, or not. */
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

/** True for what belongs to products; everything else has no place in a package. */
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

/** Every record belongs to the product, through owners that are in the package. */
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

/** Judges each value and brings what is authored into its stored form, by the questions and answers of the package itself. */
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
    // A choice that plugins bring is not there where the plugin is not.
    const kind = 'brought' in (property.options as object) ? 'unknown-type' : 'invalid-record'
    findings.push(finding(kind, `${name}: ${message}`, { product, entity: entity.name, id, field }))
  }
}

/** True where the value is judged against other records. */
const asks = (property: Property): boolean => property.kind.check !== undefined && property.kind.checks?.(property) !== false

type Find = (entity: string, property: string, value: unknown) => readonly WireRecord[]

/** Judges the value against other records, and holds it as it is stored; false where it was refused. */
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

/** What it names of the product has to be in the package. */
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

/** True for what belongs to a product and therefore travels with it. */
function isInside(registry: Registry, name: string): boolean {
  const entity = registry.entities.get(name)
  return entity !== undefined && findOwnerPath(registry.entities, entity, world) !== null
}

/** Records by the value of a field, looked through once per field. */
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
