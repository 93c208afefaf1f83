// Checks a move to another owner: no rule or term may then refer to a record in another product (spec 2.5, 2.6).
import type { Issue } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import { loadRecords } from '../record/load.js'
import { nameRecord } from '../record/naming.js'
import { changesOwner, type Draft, type PipelineScope, type WriteTask } from './draft.js'
import { referringTo, type Referrer, refusingRecords } from './referrers.js'
import { keyOf } from './remove.js'
import { ownerIdOf } from './scope.js'

/** A reference from one record to another through a property. */
interface Naming extends Referrer {
  readonly names: { readonly entity: string; readonly id: number }
}

/** The maximum number of references that are checked and reported for each record. */
const told = 20

/** The issues that block the move: references between the moved records and the records that stay. Empty if the record can move. */
export async function judgeMove(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
  const { entity } = task
  const { existing, record, changed } = draft
  if (entity.topic !== 'product' || !existing || !changesOwner(entity, draft)) return []
  const join = findOwnerJoins(entity).find(
    ({ property }) => changed.has(property) && record[property] !== existing.values[property],
  )!
  const [from, to] = [
    await ownerIdOf(task, entity, existing.id, existing.values, 'product'),
    await ownerIdOf(task, entity, existing.id, record, 'product'),
  ]
  const inside = await gatherOwned(task, entity, existing.id)
  const crossing =
    from === to
      ? await namedAsPartOf(task, entity, existing.id, { entity: join.entity, id: Number(existing.values[join.property]) })
      : [...(await incoming(task, inside, to)), ...(await outgoing(task, inside, to))]
  const issues: Issue[] = []
  // A rule that names an answer also names its question. Report only one issue for both.
  const firsts = new Map(crossing.map((one) => [`${keyOf(one.entity, one.id)} ${one.property}`, one] as const).reverse())
  for (const naming of [...firsts.values()].reverse().slice(0, told)) {
    const message = `${await sentence(task, naming)} Change that first; then it can move.`
    issues.push({ field: join.property, code: 'INVALID_VALUE', message })
  }
  return issues
}

type Inside = ReadonlyMap<string, { readonly entity: Entity; readonly id: number }>

/** The record and all records that it owns, by key. */
async function gatherOwned(place: PipelineScope, entity: Entity, id: number): Promise<Inside> {
  const inside = new Map([[keyOf(entity.name, id), { entity, id }]])
  for (const one of inside.values()) {
    for (const { entity: child, property } of place.context.registry.owned(one.entity.name)) {
      const sql = `SELECT id FROM ${quote(child.table)} WHERE ${quote(property)} = ?`
      for (const row of await place.u.query<{ id: number }>(sql, [one.id]))
        inside.set(keyOf(child.name, row.id), { entity: child, id: row.id })
    }
  }
  return inside
}

/** References from rules, terms and axes outside to records inside. */
async function incoming(place: PipelineScope, inside: Inside, to: number | null): Promise<readonly Naming[]> {
  const found: Naming[] = []
  for (const { entity, id } of inside.values()) {
    const joins = referringTo(place.context.registry, entity).refusing.filter((one) => !one.owner)
    for (const referrer of await refusingRecords(place, entity, joins, id, inside.size + told)) {
      if (inside.has(keyOf(referrer.entity, referrer.id))) continue
      const product = await productOf(place, referrer.entity, referrer.id)
      if (product !== null && product !== to) found.push({ ...referrer, names: { entity: entity.name, id } })
    }
  }
  return found
}

/** References from rules and terms inside to records outside. */
async function outgoing(place: PipelineScope, inside: Inside, to: number | null): Promise<readonly Naming[]> {
  const found: Naming[] = []
  for (const { entity, id } of inside.values()) {
    for (const naming of await namingsOf(place, entity, id)) {
      if (inside.has(keyOf(naming.names.entity, naming.names.id))) continue
      // Only kinds that check their value against other records require both records to be in one product.
      if (!entity.properties[naming.property]?.kind.check) continue
      const product = await productOf(place, naming.names.entity, naming.names.id)
      if (product !== null && product !== to) found.push(naming)
    }
  }
  return found
}

/** The references inside the structured values of a record. */
async function namingsOf({ u }: PipelineScope, entity: Entity, id: number): Promise<readonly Naming[]> {
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
async function namedAsPartOf(
  { u }: PipelineScope,
  entity: Entity,
  id: number,
  owner: { readonly entity: string; readonly id: number },
): Promise<readonly Naming[]> {
  const rows = await u.query<Referrer>(
    `SELECT a.source_entity AS entity, a.source_id AS id, a.property AS property FROM svc_references a
      JOIN svc_references b ON b.source_entity = a.source_entity AND b.source_id = a.source_id AND b.property = a.property
      WHERE a.target_entity = ? AND a.target_id = ? AND b.target_entity = ? AND b.target_id = ?`,
    [entity.name, id, owner.entity, owner.id],
  )
  return rows.map((row) => ({ ...row, names: { entity: entity.name, id } }))
}

async function productOf(place: PipelineScope, name: string, id: number): Promise<number | null> {
  const entity = requireEntity(place.context.registry, name)
  if (entity.topic !== 'product') return null
  const [found] = await loadRecords(place.u, entity, [], { column: 'id', values: [id] })
  return found ? ownerIdOf(place, entity, id, found.values, 'product') : null
}

async function sentence(place: PipelineScope, { entity, id, property, names }: Naming): Promise<string> {
  const who = await nameOf(place, entity, id)
  return `The ${who} names ${await nameOf(place, names.entity, names.id)} in '${property}', and both must stand in one product or question.`
}

async function nameOf({ context, u, snapshot }: PipelineScope, name: string, id: number): Promise<string> {
  const entity = requireEntity(context.registry, name)
  const [found] = await loadRecords(u, entity, snapshot.languages, { column: 'id', values: [id] })
  return nameRecord(entity, found?.values ?? { id })
}
