// Remembers the last sort positions and the new records of a transaction, so bulk inserts need no query for each record.
import type { Entity } from '../../model/entity/define.js'
import { findOrderingParent, findOwnerJoins } from '../../model/entity/ownership.js'
import type { Unit } from '../database/unit.js'
import { findCreatedRecords } from '../record/identity-map.js'
import type { LoadedRecord } from '../record/load.js'
import type { Draft } from './draft.js'

interface LastPosition {
  readonly place: number
  readonly changes: number
}

/** By table and parent id. Nested maps, because a combined key for each record is slow. */
const createPositionCache = () => new Map<string, Map<unknown, LastPosition>>()
/** Ids of records that this unit created under generated ids, by entity. They had no children before. */
const createNewIds = () => new Map<string, Set<unknown>>()

type Values = Readonly<Record<string, unknown>>

/** Notes that the unit created the record under a generated id. */
export function noteNewRecord(u: Unit, { name }: Entity, id: number): void {
  const newIdsByEntity = u.memoize(createNewIds)
  const ids = newIdsByEntity.get(name)
  if (ids) ids.add(id)
  else newIdsByEntity.set(name, new Set([id]))
}

const isNewRecord = (u: Unit, entity: string, id: unknown): boolean => u.memoize(createNewIds).get(entity)?.has(id) === true

/** True if only records that the unit created can be siblings of the record. */
function hasOnlyNewSiblings(u: Unit, entity: Entity, record: Values): boolean {
  const [join] = findOwnerJoins(entity)
  return join !== undefined && isNewRecord(u, join.entity, record[join.property])
}

function getParentId(entity: Entity, record: Values): unknown {
  const parent = findOrderingParent(entity)
  return parent === null ? null : record[parent]
}

/** The position of the last sibling. undefined if the unit does not know it or has changed rows of the table since. */
export function getLastPosition(u: Unit, entity: Entity, record: Values): number | undefined {
  const last = u.memoize(createPositionCache).get(entity.table)?.get(getParentId(entity, record))
  if (last === undefined && hasOnlyNewSiblings(u, entity, record)) return 0
  return last?.changes === u.changes(entity.table) ? last.place : undefined
}

/** Notes the position of a new record as the last one. Ignores a sent position that is not known to be the last. */
export function notePosition(u: Unit, entity: Entity, { record, sent: inputFields }: Pick<Draft, 'record' | 'sent'>): void {
  const { ordering } = record
  if (typeof ordering !== 'number') return
  const lastPosition = getLastPosition(u, entity, record)
  if (inputFields.has('ordering') && (lastPosition === undefined || lastPosition >= ordering)) return
  const places = u.memoize(createPositionCache)
  const ofTable = places.get(entity.table) ?? new Map<unknown, LastPosition>()
  places.set(entity.table, ofTable.set(getParentId(entity, record), { place: ordering, changes: u.changes(entity.table) }))
}

/** The number of records that the unit inserted, by table. */
const createInsertCounts = () => new Map<string, number>()

export function countInsertedRows(u: Unit, { table }: Entity, count = 1): void {
  const counts = u.memoize(createInsertCounts)
  counts.set(table, (counts.get(table) ?? 0) + count)
}

/** Notes that an existing record got a new owner, which can be a new record. The insert counts are no longer reliable after that. */
export function noteOwnerChange(u: Unit, entity: Entity): void {
  countInsertedRows(u, entity, Number.POSITIVE_INFINITY)
}

/**
 * The children of the owner with that id. null unless the unit created the owner and has all records in memory that it inserted
 * into the table since.
 */
export function findCachedChildren(
  u: Unit,
  entity: Entity,
  owner: string,
  id: unknown,
  languages: readonly string[],
): readonly LoadedRecord[] | null {
  const join = findOwnerJoins(entity).find(({ property }) => property === owner)
  if (join === undefined || !isNewRecord(u, join.entity, id)) return null
  return findCreatedRecords(u, entity, u.memoize(createInsertCounts).get(entity.table) ?? 0, [owner, id], languages)
}

/** Discards the positions and new ids, because the unit has inserted several rows at once. */
export function clearPositionCache(u: Unit): void {
  u.memoize(createPositionCache).clear()
  u.memoize(createNewIds).clear()
}
