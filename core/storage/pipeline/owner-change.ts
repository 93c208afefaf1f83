// Checks a move to another owner: no rule or term may then refer to a record in another product.
import { createMessage, type Message } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import { quoteName } from '../database/dialect.js'
import { loadRecords } from '../record/load.js'
import { createDisplayName } from '../record/present.js'
import { hasNewOwner, type Draft, type PipelineScope, type WriteTask } from './draft.js'
import { getReferringJoins, type Referrer, listBlockingRecords, formatRecordKey } from './remove.js'
import { findOwnerId } from './related-records.js'

/** A reference from one record to another through a property. */
interface CrossReference extends Referrer {
  readonly names: { readonly entity: string; readonly id: number }
}

/** The maximum number of references that are checked and reported for each record. */
const maximumReported = 20

/** The issues that block the move: references between the moved records and the records that stay. Empty if the record can move. */
export async function validateOwnerChange(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
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
