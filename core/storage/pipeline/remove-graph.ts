// Deletes a record and all records that it owns, directly or indirectly, in one transaction (spec 4.4).
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions, findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import { quote } from '../database/dialect.js'
import { inList } from '../database/statement.js'
import { unit } from '../database/unit.js'
import { loadRecords } from '../record/load.js'
import { momentOf } from '../record/moment.js'
import { nameRecord } from '../record/naming.js'
import type { PipelineScope } from './draft.js'
import { deleteRows, gather, keyOf, type Leaving, type Going, isPartOf, nameReferrer } from './remove.js'
import { ownerIdOf } from './scope.js'
import { referringTo, type Referrer, refusingRecords } from './referrers.js'
import { write } from './write.js'

/** A record outside the graph that refers to a record inside. */
export interface Blocker {
  readonly entity: string
  readonly id: number
  readonly property: string
  /** The referenced record inside the graph. */
  readonly needs: { readonly entity: string; readonly id: number }
  readonly message: string
}

/** A record of the graph that stays because a record of another owner uses it. That owner becomes its owner. */
export interface Spared {
  readonly entity: string
  readonly id: number
  /** The id of the new owner. */
  readonly owner: number
}

export interface RemovalPlan {
  /** The ids of the deleted records in ascending order, by entity name. */
  readonly records: ReadonlyMap<string, readonly number[]>
  /** The number of file rows that are deleted. */
  readonly files: number
  readonly texts: number
  readonly blockers: readonly Blocker[]
  readonly spared: readonly Spared[]
}

export interface RemoveGraphOptions {
  readonly dryRun?: boolean
  /** An owned entity. Its records stay if a record of another owner uses them. */
  readonly sparing?: string
}

/** The maximum number of reported blockers. */
const told = 50
const idsAtOnce = 500

/**
 * Deletes the record with its whole graph. With `dryRun`, only returns the plan. If there are blockers, deletes nothing and
 * throws a ValidationError that names them. Throws NOT_FOUND for an unknown id.
 */
export async function removeGraph(
  context: Context,
  entityName: string,
  id: number,
  options: RemoveGraphOptions = {},
): Promise<RemovalPlan> {
  const root = requireEntity(context.registry, entityName)
  const { dryRun = false } = options
  return unit(
    context.database,
    async (u) => {
      const { snapshot } = await momentOf(context, u)
      const place: PipelineScope = { context, u, snapshot }
      const leaving: Leaving = new Map()
      await gatherGraph(place, root, id, leaving)
      const spared = await spare(place, root, leaving, options.sparing)
      const blockers = await blockersOf(place, leaving, spared)
      const plan = { ...(await planOf(place, leaving)), blockers, spared }
      if (dryRun) return plan
      if (blockers.length > 0) {
        const name = nameRecord(root, leaving.get(keyOf(root.name, id))!.record.values)
        const reasons = blockers.map((blocker) => blocker.message).join(' ')
        throw new ValidationError([], `Could not delete ${name} with all that belongs to it. ${reasons}`)
      }
      await withErrorTrail('remove', async () => {
        await releaseKept(place, leaving)
        const [first, ...others] = leaving.values()
        for (const going of others.reverse()) await deleteRows(place, going)
        // The spared records can move now, because their referrers in the graph are deleted. The root goes last.
        for (const one of spared) await rehome(place, root, one)
        if (first) await deleteRows(place, first)
      })
      return plan
    },
    { dryRun },
  )
}

/** Collects the record, its dependent records and the records that it owns, recursively. */
async function gatherGraph(place: PipelineScope, entity: Entity, id: number, leaving: Leaving): Promise<void> {
  if (!leaving.has(keyOf(entity.name, id))) await gather(place, entity, id, leaving)
  for (const { entity: child, property } of place.context.registry.owned(entity.name)) {
    if (isKept(entity, child)) continue
    const sql = `SELECT id FROM ${quote(child.table)} WHERE ${quote(property)} = ? ORDER BY id`
    for (const row of await place.u.query<{ id: number }>(sql, [id])) {
      if (!leaving.has(keyOf(child.name, row.id))) await gatherGraph(place, child, row.id, leaving)
    }
  }
}

/** True if the owner's list keeps its children even when the owner's graph is deleted. */
function isKept(owner: Entity, child: Entity): boolean {
  return Object.values(owner.properties).some((property) => {
    const list = property.kind.children?.(property)
    return list?.entity === child.name && list.keep && !list.deep
  })
}

async function blockersOf(place: PipelineScope, leaving: Leaving, spared: readonly Spared[]): Promise<readonly Blocker[]> {
  const blockers: Blocker[] = []
  for (const going of leaving.values()) {
    for (const referrer of await outside(place, going, leaving)) {
      if (blockers.length === told) return blockers
      const { property } = referrer
      if (
        spared.some(({ entity, id }) => entity === referrer.entity && id === referrer.id && isOwnerJoin(place, entity, property))
      )
        continue
      blockers.push(await blockerOf(place, going, referrer))
    }
  }
  return blockers
}

function isOwnerJoin({ context }: PipelineScope, entity: string, property: string): boolean {
  return findOwnerJoins(requireEntity(context.registry, entity)).some((join) => join.property === property)
}

/** Records that refer to a deleted record and are not deleted themselves. */
async function outside(place: PipelineScope, { entity, record }: Going, leaving: Leaving): Promise<readonly Referrer[]> {
  const { refusing } = referringTo(place.context.registry, entity)
  const found = await refusingRecords(place, entity, refusing, record.id, leaving.size + told)
  return found.filter((one) => !leaving.has(keyOf(one.entity, one.id)) && !isSpared(place, entity, one))
}

/** True for children that outlive their owner and do not require one. */
function isSpared({ context }: PipelineScope, entity: Entity, { entity: name, property }: Referrer): boolean {
  const child = requireEntity(context.registry, name)
  const join = child.properties[property] && getJoinOptions(child.properties[property])
  return join?.owner === true && isKept(entity, child) && child.properties[property]?.required !== true
}

async function blockerOf(place: PipelineScope, { entity, record }: Going, referrer: Referrer): Promise<Blocker> {
  const other = requireEntity(place.context.registry, referrer.entity)
  const who = isPartOf(place, entity, referrer) ? `${other.label} ${referrer.id}` : await nameReferrer(place, referrer)
  return {
    entity: referrer.entity,
    id: referrer.id,
    property: referrer.property,
    needs: { entity: entity.name, id: record.id },
    message: `${nameRecord(entity, record.values)} is needed: ${who} refers to it (${referrer.entity} ${referrer.id}, '${referrer.property}').`,
  }
}

/** Takes the records that other owners use out of the graph, together with their own children. */
async function spare(
  place: PipelineScope,
  root: Entity,
  leaving: Leaving,
  sparing: string | undefined,
): Promise<readonly Spared[]> {
  const spared: Spared[] = []
  for (const going of [...leaving.values()].filter(({ entity }) => entity.name === sparing)) {
    const owner = await otherOwner(place, root, await outside(place, going, leaving))
    if (owner === null) continue
    const { entity, record } = going
    spared.push({ entity: entity.name, id: record.id, owner })
    leaving.delete(keyOf(entity.name, record.id))
    for (const { entity: child, property } of place.context.registry.owned(entity.name)) {
      for (const one of [...leaving.values()]) {
        if (one.entity === child && one.record.values[property] === record.id) leaving.delete(keyOf(child.name, one.record.id))
      }
    }
  }
  return spared
}

/** The id of the first other record of the root's entity that owns one of the referring records. */
async function otherOwner(place: PipelineScope, root: Entity, referrers: readonly Referrer[]): Promise<number | null> {
  for (const { entity: name, id } of referrers) {
    const entity = requireEntity(place.context.registry, name)
    const [found] = await loadRecords(place.u, entity, [], { column: 'id', values: [id] })
    const owner = found ? await ownerIdOf(place, entity, id, found.values, root.name) : null
    if (owner !== null) return owner
  }
  return null
}

async function rehome({ context, u }: PipelineScope, root: Entity, { entity: name, id, owner }: Spared): Promise<void> {
  const entity = requireEntity(context.registry, name)
  const join = findOwnerJoins(entity).find((one) => one.entity === root.name)
  if (!join) return
  await write(context, name, { [join.property]: owner }, { id, unit: u, internal: true })
}

/** Clears the owner of children that outlive it. */
async function releaseKept({ context, u }: PipelineScope, leaving: Leaving): Promise<void> {
  for (const { entity, record } of leaving.values()) {
    for (const { entity: child, property } of context.registry.owned(entity.name)) {
      if (!isKept(entity, child) || child.properties[property]?.required) continue
      const sql = `SELECT id FROM ${quote(child.table)} WHERE ${quote(property)} = ? ORDER BY id`
      for (const { id } of await u.query<{ id: number }>(sql, [record.id]))
        await write(context, child.name, { [property]: null }, { id, unit: u, internal: true })
    }
  }
}

async function planOf(place: PipelineScope, leaving: Leaving): Promise<Pick<RemovalPlan, 'records' | 'files' | 'texts'>> {
  const records = new Map<string, number[]>()
  for (const { entity, record } of leaving.values()) {
    records.set(entity.name, [...(records.get(entity.name) ?? []), record.id])
  }
  for (const ids of records.values()) ids.sort((a, b) => a - b)
  return {
    records,
    files: await countOf(place, 'svc_files', records),
    texts: await countOf(place, 'svc_texts', records),
  }
}

async function countOf({ u }: PipelineScope, table: string, records: ReadonlyMap<string, readonly number[]>): Promise<number> {
  let total = 0
  for (const [entity, ids] of records) {
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const { sql, params } = inList(ids.slice(from, from + idsAtOnce))
      const where = `WHERE entity = ? AND entity_id IN ${sql}`
      const [row] = await u.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${quote(table)} ${where}`, [
        entity,
        ...params,
      ])
      total += Number(row?.count ?? 0)
    }
  }
  return total
}
