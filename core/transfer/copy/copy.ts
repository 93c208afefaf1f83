// Copies a record with everything below it; references within the original become references within the copy.
import { createLabel, createMessage } from '../../foundation/message.js'
import { messageText } from '../../foundation/message-format.js'
import { createIssue, NotFoundError, ValidationError } from '../../foundation/errors.js'
import type { Issue } from '../../foundation/errors.js'
import type { Property, Reference } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins, findOwnerPath } from '../../model/entity/ownership.js'
import type { OwnerJoin } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { loadRecords, createMissingRecordError } from '../../storage/record/load.js'
import { createDisplayName } from '../../storage/record/present.js'
import { findOwnerId } from '../../storage/pipeline/related-records.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import {
  clearDefaults,
  findPropertyReferences,
  findStaleReference,
  selectPlainFields,
  toRepointedInput,
  makeValuesUnique,
  RecordIdMap,
} from './fields.js'
import type { CopyFields } from './fields.js'
import type { GraphRecord } from '../graph.js'
import { loadGraph } from '../graph.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { listFileProperties } from '../../storage/files/record-files.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import { toInList } from '../../storage/database/dialect.js'

/** The root entity: rules and calculations reference records of one product only. */
const rootEntityName = 'product'

/** True for products and their parts. */
export function isCopyable(entity: Entity, entities: ReadonlyMap<string, Entity>): boolean {
  const isPart = entity.name === rootEntityName || findOwnerPath(entities, entity, rootEntityName) !== null
  return isPart && entity.area === entities.get(rootEntityName)?.area
}

interface CopyInput {
  readonly entity: string
  readonly id: number
  /** Id of the copy's owner. Default: the owner of the original. */
  readonly into?: number | undefined
  /** False: records with code are refused. */
  readonly withCode: boolean
  /** True: references to records of another product are left empty and reported. False: they are refused. */
  readonly leavesOut: boolean
}

/** A field that the copy lacks, because it references a record of another product. */
interface OmittedField {
  readonly entity: string
  /** Id of the original. */
  readonly id: number
  readonly field: string
  readonly message: string
}

export interface RecordCopyReport {
  readonly entity: string
  /** Id of the copy. */
  readonly id: number
  /** Number of created records by entity. */
  readonly created: Readonly<Record<string, number>>
  readonly files: number
  readonly left_out: readonly OmittedField[]
}

const columns = 'name, property, original_name, media_type, size, width, height'

/** Returns the number of files of the copy. */
async function copyFiles(
  { unit, now }: ServiceContext & TransactionContext,
  { entity, record }: GraphRecord,
  copy: number,
): Promise<number> {
  const filledProperties = listFileProperties(entity).filter(({ name }) => (record.values[name] ?? '') !== '')
  if (filledProperties.length === 0) return 0
  const list = toInList(filledProperties.flatMap(({ name }) => [name, toStorefrontCopyName(name)]))
  await unit.run(
    `INSERT INTO svc_files (${columns}, entity, entity_id, created)
      SELECT ${columns}, entity, ?, ? FROM svc_files WHERE entity = ? AND entity_id = ? AND property IN ${list.sql}`,
    [copy, formatIsoTime(now), entity.name, record.id, ...list.params],
  )
  return filledProperties.length
}

/** The owner of a record, and the join that references it. */
interface CopyOwner extends OwnerJoin {
  readonly id: number
}

interface CopyContext {
  readonly work: ServiceContext & TransactionContext
  readonly input: CopyInput
  readonly languages: readonly string[]
  readonly places: RecordIdMap
  readonly owner: CopyOwner | null
  /** The product that will contain the copy; null for a new product. */
  readonly target: number | null
  readonly leftOut: OmittedField[]
  readonly issues: Issue[]
}

/** A reference to a record that is created later; written at the end. */
interface DeferredReference {
  readonly member: GraphRecord
  readonly property: Property
}

/**
 * Makes the copy in the open unit of work; a refusal rolls it back. A copied product is not published. A copy is placed last in its owner,
 * and a copy into another product includes the calculations that it needs. NOT_FOUND: unknown record or owner. VALIDATION_FAILED: on
 * `entity` and `into` for records that cannot be copied, on `with_code` where code would be stored, and on fields that reference records
 * that the owner's product does not have.
 */
export async function makeCopy(initialWork: ServiceContext & TransactionContext, input: CopyInput): Promise<RecordCopyReport> {
  const work = await initialWork.at()
  const { languages } = work.versionedSnapshot.snapshot
  const entity = requireCopyableEntity(work, input.entity)
  const [original] = await work.list(entity.name, { column: 'id', values: [input.id] })
  if (!original) throw createMissingRecordError(entity, input.id)
  const owner = await resolveOwner(work, input, findOwner({ entity, record: original }))
  const target = owner === null ? null : await findProductId(work, owner)
  const isElsewhere = target !== (await findProductId(work, { entity: entity.name, id: original.id }))
  const members = await loadCopyMembers(work, input, languages, isElsewhere && target !== null)
  refuseCode(members, input)
  const copying: CopyContext = {
    work,
    input,
    languages,
    places: new RecordIdMap(members),
    owner,
    target,
    leftOut: [],
    issues: [],
  }
  return createCopies(copying, members)
}

function requireCopyableEntity({ context: { registry } }: ServiceContext, name: string): Entity {
  const entity = requireEntity(registry, name)
  if (isCopyable(entity, registry.entities)) return entity
  throw ValidationError.of(
    'entity',
    createMessage('transfer.copyProductsOnly', { entities: createLabel('entity', entity.pluralLabel) }),
  )
}

/** The owner of the record; null if it has none. */
function findOwner({ entity, record }: GraphRecord): CopyOwner | null {
  for (const { property, entity: owner } of findOwnerJoins(entity)) {
    const id = record.values[property]
    if (typeof id === 'number') return { property, entity: owner, id }
  }
  return null
}

async function resolveOwner(
  work: ServiceContext,
  { into, entity }: CopyInput,
  owner: CopyOwner | null,
): Promise<CopyOwner | null> {
  if (into === undefined) return owner
  if (owner === null)
    throw ValidationError.of('into', createMessage('transfer.copyWithoutOwner', { entity: createLabel('entity', entity) }))
  if (await work.read(owner.entity, into)) return { ...owner, id: into }
  throw new NotFoundError(createMessage('transfer.copyOwnerMissing', { entity: createLabel('entity', owner.entity), id: into }))
}

/** The product that a record is part of, or the record itself; null if there is none. */
async function findProductId(
  { context, unit, versionedSnapshot: storeSnapshot }: ServiceContext & TransactionContext,
  { entity: name, id }: Reference,
): Promise<number | null> {
  const entity = requireEntity(context.registry, name)
  const [record] = await loadRecords(unit, entity, [], { column: 'id', values: [id] })
  return record
    ? findOwnerId({ context, u: unit, snapshot: storeSnapshot.snapshot }, entity, id, record.values, rootEntityName)
    : null
}

/** The records to copy: the record with everything below it and, for another product, referenced parts directly below its product. */
async function loadCopyMembers(
  work: ServiceContext,
  { entity, id }: CopyInput,
  languages: readonly string[],
  goesElsewhere: boolean,
): Promise<readonly GraphRecord[]> {
  const { registry } = work.context
  const roots: Reference[] = [{ entity, id }]
  for (;;) {
    const members = await loadGraph(work, roots, languages)
    if (!goesElsewhere) return members
    const places = new RecordIdMap(members)
    const missingReferences = new Map<string, Reference>()
    for (const member of members) {
      const owners = new Set(findOwnerJoins(member.entity).map(({ property }) => property))
      const fields = findPropertyReferences(member, registry).filter(({ property }) => !owners.has(property.name))
      for (const reference of fields.flatMap(({ names }) => names)) {
        const isProducts = findOwnerJoins(requireEntity(registry, reference.entity)).some(
          (join) => join.entity === rootEntityName,
        )
        const isThere =
          isProducts && !places.has(reference.entity, reference.id) && (await work.read(reference.entity, reference.id)) !== null
        if (isThere) missingReferences.set(`${reference.entity} ${reference.id}`, reference)
      }
    }
    if (missingReferences.size === 0) return members
    roots.push(...missingReferences.values())
  }
}

/** Only callers with the scope code:write may store code. */
function refuseCode(members: readonly GraphRecord[], { withCode }: CopyInput): void {
  const carrier = members.find(({ entity }) => entity.writeNeeds?.includes('code:write'))
  if (carrier === undefined || withCode) return
  const message = createMessage('transfer.copyWithCode')
  throw ValidationError.of('with_code', message, 'CODE')
}

async function createCopies(copying: CopyContext, members: readonly GraphRecord[]): Promise<RecordCopyReport> {
  const { work, input, places, leftOut: omittedReferences, issues } = copying
  const created: Record<string, number> = {}
  const deferred: DeferredReference[] = []
  let files = 0
  for (const member of members) {
    const { entity, record } = member
    const fields = await createCopyFields(copying, member, deferred)
    const { id, stored } = await writeEntityRecord(work.context, entity.name, fields, { unit: work.unit, internal: true })
    places.put(entity.name, record.id, id)
    created[entity.name] = (created[entity.name] ?? 0) + 1
    files += await copyFiles(work, member, id)
    await clearDefaults(work, entity.name, id, fields, stored)
  }
  for (const { member, property } of deferred) {
    const id = places.idOf(member.entity.name, member.record.id)
    const fields = { [property.name]: toRepointedInput(member, property, places, work.context.registry) }
    await writeEntityRecord(work.context, member.entity.name, fields, { id, unit: work.unit, internal: true })
  }
  issues.push(...members.flatMap((member) => findStaleReferences(copying, member)))
  if (issues.length > 0) throw new ValidationError(issues)
  return { entity: input.entity, id: places.idOf(input.entity, input.id), created, files, left_out: omittedReferences }
}

/** The fields of the copy; references to records that do not exist yet are added to `later`. */
async function createCopyFields(copying: CopyContext, member: GraphRecord, deferred: DeferredReference[]): Promise<CopyFields> {
  const { work, input, places, languages } = copying
  const { registry } = work.context
  const { entity, record } = member
  const isRoot = entity.name === input.entity && record.id === input.id
  const fields: CopyFields = selectPlainFields(member, languages)
  if (isRoot && entity.name === rootEntityName) fields['published'] = false
  await makeValuesUnique(work, entity, fields, languages)
  const place = findOwner(member)
  for (const { property, names } of findPropertyReferences(member, registry)) {
    const { name } = property
    if (place?.property === name && !places.has(place.entity, place.id))
      fields[name] = isRoot ? copying.owner?.id : copying.target
    else if (!(await hasForeignReference(copying, member, property, names))) {
      const whole = places.whole(() => toRepointedInput(member, property, places, registry))
      if (whole) fields[name] = whole.value
      else deferred.push({ member, property })
    }
  }
  return fields
}

/** True for a reference to a record of another product; reported as left out or as an issue. */
async function hasForeignReference(
  { work, input, places, target, leftOut: omittedReferences, issues }: CopyContext,
  { entity, record }: GraphRecord,
  { name, label }: Property,
  names: readonly Reference[],
): Promise<boolean> {
  if (target === null) return false
  for (const reference of names) {
    if (places.has(reference.entity, reference.id)) continue
    const product = await findProductId(work, reference)
    if (product === null || product === target) continue
    const message = createMessage('transfer.otherProduct', {
      field: createLabel('field', label),
      record: createDisplayName(entity, record.values),
      entity: createLabel('entity', reference.entity),
      id: reference.id,
    })
    if (input.leavesOut)
      omittedReferences.push({ entity: entity.name, id: record.id, field: name, message: messageText(message) })
    else issues.push(createIssue(name, message, 'OTHER_PRODUCT'))
    return true
  }
  return false
}

function findStaleReferences({ places, work }: CopyContext, member: GraphRecord): readonly Issue[] {
  const { registry } = work.context
  return findPropertyReferences(member, registry).flatMap(
    ({ property }) => findStaleReference(member, property, places, registry) ?? [],
  )
}
