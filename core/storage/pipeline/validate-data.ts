// Step three of five: validates the record as it would be stored, inside the transaction, and collects all issues.
import { createIssue, type Issue } from '../../foundation/errors.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import type { Property } from '../../foundation/property/kind.js'
import { isApplicable } from '../../model/entity/applicable-fields.js'
import { type RegistryScope, requireEntity } from '../../model/registry.js'
import { getFlatKeys, emptyValue, isUnset, presentValue, createDisplayName } from '../record/present.js'
import type { Draft, WriteTask, PipelineScope } from './draft.js'
import { toIssue } from './prepare-for-storage.js'
import { createCheckScope, findOwnerId, hasNewOwner } from './related-records.js'
import { findDuplicateValues } from './unique-values.js'
import type { Entity } from '../../model/entity/define.js'
import { quoteName, toInList } from '../database/dialect.js'
import { getVersionedSnapshot } from '../caches.js'
import { loadRecords } from '../record/load.js'
import { getReferringJoins, type Referrer, listBlockingRecords, formatRecordKey } from './remove.js'

interface SubmittedReference {
  readonly field: string
  readonly label: string
  readonly entity: string
  readonly id: number
  readonly lock: boolean
}

/** By the entity of the referenced record. */
type ReferencesByEntity = Map<string, SubmittedReference[]>

/**
 * The references in the new values of the records, except records that the unit has in memory: those exist and are locked. null
 * if there are no other references.
 */
function collectReferences(task: WriteTask, drafts: readonly Draft[], except: ReadonlySet<string>): ReferencesByEntity | null {
  const { copied, trusted } = task.options
  let mentions: ReferencesByEntity | null = null
  for (const property of task.shape.referring) {
    const { name, label, kind } = property
    if (!drafts.some(({ changed }) => changed.has(name))) continue
    const isWeak = task.shape.weak.has(property)
    if (except.has(name) || (isWeak && (copied || trusted))) continue
    const lock = !isWeak && task.isTrial !== true
    for (const { record, changed } of drafts) {
      if (!changed.has(name)) continue
      // Without the registry: kinds have already checked and locked the ids inside rules and terms.
      for (const { entity, id } of kind.references!(record[name], property)) {
        const target = task.context.registry.entities.get(entity)
        if (target && task.u.identityMap.has(target, id)) continue
        mentions ??= new Map()
        const mention = { field: name, label, lock, entity, id }
        const entityMentions = mentions.get(entity)
        if (entityMentions) entityMentions.push(mention)
        else mentions.set(entity, [mention])
      }
    }
  }
  return mentions
}

/**
 * Returns one issue for each id without a record. Runs one query per entity for any number of records. The found rows stay
 * locked against deletion until the unit ends. Skips records that the unit has in memory, and the already rejected fields
 * `except`.
 */
async function listMissingReferences(
  task: WriteTask,
  drafts: readonly Draft[],
  except: ReadonlySet<string>,
): Promise<readonly Issue[]> {
  const byEntity = collectReferences(task, drafts, except)
  if (byEntity === null) return []
  const { entities } = task.context.registry
  const sorted = [...byEntity].sort(([a], [b]) => (a < b ? -1 : 1))
  const issues: Issue[] = []
  for (const [name, mentioned] of sorted) {
    const target = entities.get(name)
    const ids = [...new Set(mentioned.map((mention) => mention.id))].sort((a, b) => a - b)
    const lock = mentioned.some((mention) => mention.lock)
    const existingIds = target ? await findExistingIds(task, target, ids, lock) : new Set<number>()
    const reported = new Set<string>()
    for (const { field, label, id } of mentioned) {
      if (existingIds.has(id) || reported.has(`${field} ${id}`)) continue
      reported.add(`${field} ${id}`)
      const fieldLabel = createLabel('field', label)
      const message = target
        ? createMessage('fields.refersToNothing', { field: fieldLabel, entity: createLabel('entity', target.label), id })
        : createMessage('fields.refersToUnknownEntity', { field: fieldLabel, name })
      issues.push(createIssue(field, message, 'UNKNOWN_REFERENCE'))
    }
  }
  return issues
}

/** The ids that exist. With `lock`, the query locks them, and it is sent before any later statement of the unit. */
async function findExistingIds(
  task: WriteTask,
  target: Entity,
  ids: readonly number[],
  lock: boolean,
): Promise<ReadonlySet<number>> {
  const { u, context, snapshot } = task
  const snapshotIds = ids.filter((id) => snapshot.knows(target.name, id))
  const existingIds = new Set(lock ? [] : snapshotIds)
  if (lock && snapshotIds.length > 0 && u.dialect.forShare === '') {
    // A database without row locks has one writer at a time. The unit's own snapshot stays valid until it ends.
    const { snapshot: own } = await getVersionedSnapshot(context, u)
    for (const id of snapshotIds) if (own.knows(target.name, id)) existingIds.add(id)
  }
  if (existingIds.size === ids.length) return existingIds
  const list = toInList(ids.filter((id) => !existingIds.has(id)))
  const sql = `SELECT id FROM ${quoteName(target.table)} WHERE id IN ${list.sql} ${lock ? u.dialect.forShare : ''}`
  for (const { id } of await u.query<{ id: number }>(sql, list.params)) {
    existingIds.add(id)
    if (lock) u.identityMap.addLocked(target, id)
  }
  return existingIds
}

const noIssues: readonly Issue[] = []

/** Returns all issues that block the write of the records, or an empty list. Checks the references of all records together. */
export async function validateData(task: WriteTask, drafts: readonly Draft[]): Promise<readonly Issue[]> {
  const issues: Issue[] = []
  for (const draft of drafts) {
    const values = canNeedOtherRecords(task, draft) ? await validateValues(task, draft) : validateOwnValues(task, draft)
    issues.push(...combineIssues(task, draft, values))
  }
  const refused = new Set(issues.map((issue) => /^\w+/.exec(issue.field)?.[0] ?? issue.field))
  issues.push(...(await listMissingReferences(task, drafts, refused)))
  if (issues.length > 0) return issues
  for (const draft of drafts) issues.push(...(await validateWholeRecord(task, draft)))
  return issues
}

function combineIssues(task: WriteTask, draft: Draft, values: readonly Issue[]): readonly Issue[] {
  const missing = findEmptyRequiredFields(task, draft)
  const [texts, children] = [validateTexts(task, draft), validateChildren(task, draft)]
  const count = draft.issues.length + missing.length + values.length + texts.length + children.length
  return count === 0 ? noIssues : [...draft.issues, ...missing, ...values, ...texts, ...children]
}

/**
 * One issue for each empty required field: a new record needs a value for each, in every active language, and an update may not
 * empty one. Skips fields that do not apply.
 */
function findEmptyRequiredFields(
  task: Pick<WriteTask, 'entity' | 'shape' | 'context' | 'snapshot'>,
  draft: Pick<Draft, 'existing' | 'record' | 'changed'>,
): readonly Issue[] {
  const issues: Issue[] = []
  const { entity, context, snapshot } = task
  const applies = (property: Property): boolean => isApplicable(entity, property, draft.record, context.platform)
  for (const property of task.shape.required) {
    if (!isUnset(property, draft.record[property.name])) continue
    if (!isFieldAffected(task, draft, property) || !applies(property)) continue
    issues.push(
      createIssue(property.name, createMessage('fields.empty', { field: createLabel('field', property.label) }), 'REQUIRED'),
    )
  }
  for (const { key, property, tag } of getFlatKeys(entity, snapshot.languages).values()) {
    if (!property.required || !isUnset(property, draft.record[key])) continue
    if (draft.existing !== null && !draft.changed.has(key)) continue
    if (!applies(property)) continue
    issues.push(
      createIssue(
        key,
        createMessage('fields.textMissing', { field: createLabel('field', property.label), key, tag }),
        'REQUIRED',
      ),
    )
  }
  return issues
}

/** True if the write changes the field or the condition under which the field applies. */
function isFieldAffected(
  task: Pick<WriteTask, 'entity'>,
  draft: Pick<Draft, 'existing' | 'changed'>,
  property: Property,
): boolean {
  if (draft.existing === null || draft.changed.has(property.name)) return true
  const condition = property.appliesWhen
  const sibling = condition && task.entity.properties[condition.property]
  return sibling !== undefined && isFieldAffected(task, draft, sibling)
}

/** Runs the record-level checks. All fields must be valid. */
async function validateWholeRecord(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
  const { entity, options } = task
  const duplicates = options.trusted || !entity.unique ? noIssues : await findDuplicateValues(task, draft)
  const issues = duplicates.length > 0 || !hasNewOwner(task.shape, draft) ? duplicates : await validateOwnerChange(task, draft)
  if (issues.length > 0 || !entity.validate) return issues
  const id = draft.existing?.id ?? null
  const refusals = await entity.validate(createCheckScope(task, entity, id, draft.record, task.u.dialect.forShare))
  return refusals.map(({ field, refusal }) => toIssue(field, refusal))
}

function validateTexts({ context, entity, snapshot }: WriteTask, draft: Draft): readonly Issue[] {
  const flat = getFlatKeys(entity, snapshot.languages)
  if (flat.size === 0) return noIssues
  const issues: Issue[] = []
  for (const key of draft.changed) {
    const property = flat.get(key)?.property
    const value = draft.record[key]
    if (!property || isUnset(property, value)) continue
    for (const refusal of property.kind.validate(value, property, context.registry)) issues.push(toIssue(key, refusal))
  }
  return issues
}

function validateChildren({ entity }: WriteTask, draft: Draft): readonly Issue[] {
  if (draft.children.size === 0) return noIssues
  return [...draft.children].flatMap(([name, value]) => {
    const property = entity.properties[name]!
    return isUnset(property, value) ? [] : property.kind.validate(value, property).map((refusal) => toIssue(name, refusal))
  })
}

/** True if the writer has validated the value before. */
const isPreValidated = ({ options }: WriteTask, { sent }: Draft, name: string): boolean =>
  options.preValidated === true && sent.has(name)

/** True if a kind may have to read other records. */
function canNeedOtherRecords(task: WriteTask, draft: Draft): boolean {
  const { shape, options } = task
  if (hasNewOwner(shape, draft)) return true
  return !options.copied && shape.checked.some(({ name }) => draft.changed.has(name) && !isPreValidated(task, draft, name))
}

/** Validates each value on its own, without reading other records. */
function validateOwnValues(task: WriteTask, draft: Draft): readonly Issue[] {
  const { context, shape } = task
  const { changed, record, defaulted } = draft
  let issues: Issue[] | null = null
  for (const property of shape.stored) {
    const { name, kind } = property
    if (!changed.has(name) || isPreValidated(task, draft, name) || isUnset(property, record[name])) continue
    const refusals = kind.validate(record[name], property, context.registry)
    if (refusals.length === 0) continue
    if (defaulted.has(name)) clearDefault(draft, property)
    else (issues ??= []).push(...refusals.map((refusal) => toIssue(name, refusal)))
  }
  return issues ?? noIssues
}

/** Validates each value, and checks each valid one against other records. */
async function validateValues(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
  let scope: RegistryScope | undefined
  const issues: Issue[] = []
  // References were validated under the previous owner, so they need a new check.
  const hasNewParent = hasNewOwner(task.shape, draft)
  for (const property of task.shape.stored) {
    const { name } = property
    const changed = draft.changed.has(name)
    if (!changed && !(hasNewParent && property.kind.check)) continue
    if (isPreValidated(task, draft, name)) continue
    const value = changed ? draft.record[name] : toSubmittedValue(task, draft, property)
    if (isUnset(property, value)) continue
    const refusals = property.kind.validate(value, property, task.context.registry)
    const isSound = refusals.length === 0
    const { check } = property.kind
    const hasCheck = check && isSound && !task.options.copied && property.kind.checks?.(property) !== false
    if (isSound && !hasCheck) continue
    if (hasCheck) scope ??= createCheckScope(task, task.entity, draft.existing?.id ?? null, draft.record, task.u.dialect.forShare)
    const checkResult = hasCheck ? await check.call(property.kind, value, property, scope!) : undefined
    const fieldRefusals = [...refusals, ...(checkResult?.issues ?? [])]
    if (fieldRefusals.length > 0 && draft.defaulted.has(name)) clearDefault(draft, property)
    else if (fieldRefusals.length > 0) issues.push(...fieldRefusals.map((refusal) => toIssue(name, refusal)))
    else if (checkResult && checkResult.value !== value) {
      draft.record[name] = checkResult.value
      draft.changed.add(name)
    }
  }
  return issues
}

/** The existing value in the form in which a caller would send it. */
function toSubmittedValue({ context }: WriteTask, draft: Draft, property: Property): unknown {
  const stored = draft.existing?.row[property.name]
  return property.kind.prepare(presentValue(property, stored, context.registry), property, context.registry)
}

function clearDefault(draft: Draft, property: Property): void {
  draft.record[property.name] = emptyValue(property)
  draft.defaulted.delete(property.name)
}

/** A reference from one record to another through a property. */
interface CrossReference extends Referrer {
  readonly names: { readonly entity: string; readonly id: number }
}

/** The maximum number of references that are checked and reported for each record. */
const maximumReported = 20

/** The issues that block the move: references between the moved records and the records that stay. Empty if the record can move. */
async function validateOwnerChange(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
  const { entity, shape } = task
  const { existing, record, changed } = draft
  if (entity.topic !== 'product' || !existing || !hasNewOwner(shape, draft)) return []
  const join = shape.owners.find(({ property }) => changed.has(property) && record[property] !== existing.values[property])!
  const [from, to] = [
    await findOwnerId(task, entity, existing.id, existing.values, 'product'),
    await findOwnerId(task, entity, existing.id, record, 'product'),
  ]
  const inside = await collectOwnedRecords(task, entity, existing.id)
  const crossing =
    from === to
      ? await findReferencesWithOwner(task, entity, existing.id, {
          entity: join.entity,
          id: Number(existing.values[join.property]),
        })
      : [...(await findIncomingReferences(task, inside, to)), ...(await findOutgoingReferences(task, inside, to))]
  const issues: Issue[] = []
  // A rule that names an answer also names its question. Report only one issue for both.
  const firsts = new Map(
    crossing
      .map((reference) => [`${formatRecordKey(reference.entity, reference.id)} ${reference.property}`, reference] as const)
      .reverse(),
  )
  for (const naming of [...firsts.values()].reverse().slice(0, maximumReported)) {
    issues.push(createIssue(join.property, await describeReference(task, naming)))
  }
  return issues
}

type OwnedRecords = ReadonlyMap<string, { readonly entity: Entity; readonly id: number }>

/** The record and all records that it owns, by key. */
async function collectOwnedRecords(place: PipelineScope, entity: Entity, id: number): Promise<OwnedRecords> {
  const inside = new Map([[formatRecordKey(entity.name, id), { entity, id }]])
  for (const ownedRecord of inside.values()) {
    for (const { entity: child, property } of place.context.registry.owned(ownedRecord.entity.name)) {
      const sql = `SELECT id FROM ${quoteName(child.table)} WHERE ${quoteName(property)} = ?`
      for (const row of await place.u.query<{ id: number }>(sql, [ownedRecord.id]))
        inside.set(formatRecordKey(child.name, row.id), { entity: child, id: row.id })
    }
  }
  return inside
}

/** References from rules, terms and axes outside to records inside. */
async function findIncomingReferences(
  place: PipelineScope,
  inside: OwnedRecords,
  to: number | null,
): Promise<readonly CrossReference[]> {
  const references: CrossReference[] = []
  for (const { entity, id } of inside.values()) {
    const joins = getReferringJoins(place.context.registry, entity).blocking.filter((join) => !join.owner)
    for (const referrer of await listBlockingRecords(place, entity, joins, id, inside.size + maximumReported)) {
      if (inside.has(formatRecordKey(referrer.entity, referrer.id))) continue
      const product = await findProductId(place, referrer.entity, referrer.id)
      if (product !== null && product !== to) references.push({ ...referrer, names: { entity: entity.name, id } })
    }
  }
  return references
}

/** References from rules and terms inside to records outside. */
async function findOutgoingReferences(
  place: PipelineScope,
  inside: OwnedRecords,
  to: number | null,
): Promise<readonly CrossReference[]> {
  const references: CrossReference[] = []
  for (const { entity, id } of inside.values()) {
    for (const naming of await listReferences(place, entity, id)) {
      if (inside.has(formatRecordKey(naming.names.entity, naming.names.id))) continue
      // Only kinds that check their value against other records require both records to be in one product.
      if (!entity.properties[naming.property]?.kind.check) continue
      const product = await findProductId(place, naming.names.entity, naming.names.id)
      if (product !== null && product !== to) references.push(naming)
    }
  }
  return references
}

/** The references inside the structured values of a record. */
async function listReferences({ u }: PipelineScope, entity: Entity, id: number): Promise<readonly CrossReference[]> {
  const rows = await u.query<{ property: string; target_entity: string; target_id: number }>(
    'SELECT property, target_entity, target_id FROM svc_references WHERE source_entity = ? AND source_id = ?',
    [entity.name, id],
  )
  return rows.map((row) => {
    const names = { entity: row.target_entity, id: row.target_id }
    return { entity: entity.name, id, property: row.property, names }
  })
}

/** References that name the record together with its current owner, such as an answer together with its question. */
async function findReferencesWithOwner(
  { u }: PipelineScope,
  entity: Entity,
  id: number,
  owner: { readonly entity: string; readonly id: number },
): Promise<readonly CrossReference[]> {
  const rows = await u.query<Referrer>(
    `SELECT a.source_entity AS entity, a.source_id AS id, a.property AS property FROM svc_references a
      JOIN svc_references b ON b.source_entity = a.source_entity AND b.source_id = a.source_id AND b.property = a.property
      WHERE a.target_entity = ? AND a.target_id = ? AND b.target_entity = ? AND b.target_id = ?`,
    [entity.name, id, owner.entity, owner.id],
  )
  return rows.map((row) => ({ ...row, names: { entity: entity.name, id } }))
}

async function findProductId(place: PipelineScope, name: string, id: number): Promise<number | null> {
  const entity = requireEntity(place.context.registry, name)
  if (entity.topic !== 'product') return null
  const [record] = await loadRecords(place.u, entity, [], { column: 'id', values: [id] })
  return record ? findOwnerId(place, entity, id, record.values, 'product') : null
}

async function describeReference(place: PipelineScope, { entity, id, property, names }: CrossReference): Promise<Message> {
  const record = await loadRecordName(place, entity, id)
  const other = await loadRecordName(place, names.entity, names.id)
  return createMessage('errors.referenceAcrossOwners', { record, other, property })
}

async function loadRecordName({ context, u, snapshot }: PipelineScope, name: string, id: number): Promise<Message> {
  const entity = requireEntity(context.registry, name)
  const [record] = await loadRecords(u, entity, snapshot.languages, { column: 'id', values: [id] })
  return createDisplayName(entity, record?.values ?? { id })
}
