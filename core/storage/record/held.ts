// What a unit knows of the records that it has locked or written: nobody else can change or delete them before it ends.
import type { PropertyMap } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import { type Join, type JoinedRecord, type LoadedRecord, loadJoined, loadRecords, type TypedRecord, type Where } from './load.js'

/** Records of one table that a unit keeps at most; of those beyond it knows that they are there. */
const mostRecords = 200

type Reading = () => LoadedRecord

interface Table {
  /** `Unit.changes` of the table for which the rest is true. */
  changes: number
  /** By id, with what a read would give, or null where only that it is there is known. */
  readonly rows: Map<SqlParameter, Reading | null>
}

const tables = () => new Map<string, Table>()

/** What is known of the table; nothing once another statement has changed it. */
function knownOf(u: Unit, { table: name }: Entity): Table {
  const known = u.kept(tables)
  const changes = u.changes(name)
  const table = known.get(name)
  if (table?.changes === changes) return table
  const fresh = { changes, rows: new Map<SqlParameter, Reading | null>() }
  known.set(name, fresh)
  return fresh
}

/** The unit has locked or written the record. `reading` gives what a read of all its columns, without texts, would find now. */
export function hold(u: Unit, entity: Entity, id: number, reading: Reading | null = null): void {
  const { rows } = knownOf(u, entity)
  let made: LoadedRecord | undefined
  const kept = reading && rows.size < mostRecords ? () => (made ??= reading()) : null
  if (kept !== null || !rows.has(id)) rows.set(id, kept)
}

/** The same of records that the unit has just made, of which thousands may come. */
export function holdAll<T extends { readonly id: number }>(
  u: Unit,
  entity: Entity,
  records: readonly T[],
  reading: (one: T) => LoadedRecord,
): void {
  const { rows } = knownOf(u, entity)
  for (const one of records) {
    if (rows.size < mostRecords) hold(u, entity, one.id, () => reading(one))
    else if (!rows.has(one.id)) rows.set(one.id, null)
  }
}

/** Whether a record is there until the unit ends, unless the unit itself deletes it: true of those ids, as long as no statement comes between. */
export function heldOf(u: Unit, entity: Entity): (id: number) => boolean {
  const { rows } = knownOf(u, entity)
  return (id) => rows.has(id)
}

/** Sends a statement that changes this row alone: what is known of the others stands. */
export function changingRow<T>(u: Unit, entity: Entity, id: number, statement: () => Promise<T>): Promise<T> {
  const known = knownOf(u, entity)
  const sent = statement()
  known.rows.delete(id)
  known.changes = u.changes(entity.table)
  return sent
}

/**
 * Records in id order, without texts; those that the unit holds cost no statement. `lock` is a locking clause of the dialect, null
 * for a plain read: what is locked is held from now on.
 */
export function loadInUnit<P extends PropertyMap>(
  u: Unit,
  entity: Entity<P>,
  where: Where,
  lock: string | null,
): Promise<readonly LoadedRecord<TypedRecord<P>>[]>
export async function loadInUnit(u: Unit, entity: Entity, where: Where, lock: string | null): Promise<readonly LoadedRecord[]> {
  const { rows } = knownOf(u, entity)
  const isById = where.column === 'id' && where.also === undefined && where.of === undefined
  const known = isById ? [...new Set(where.values)].flatMap((id) => rows.get(id)?.() ?? []) : []
  const values = known.length === 0 ? where.values : where.values.filter((id) => known.every((one) => one.id !== id))
  if (known.length > 0 && values.length === 0) return known.sort((a, b) => a.id - b.id)
  const read = await loadRecords(u, entity, [], { ...where, values }, lock ?? '')
  if (lock !== null) for (const one of read) hold(u, entity, one.id, () => one)
  return known.length === 0 ? read : [...known, ...read].sort((a, b) => a.id - b.id)
}

/** Records as `loadJoined` gives them, locked with those beside them: all are held from now on. */
export async function loadJoinedInUnit(
  u: Unit,
  entity: Entity,
  joins: readonly Join<Entity>[],
  where: Where,
  lock: string,
): Promise<readonly JoinedRecord[]> {
  const found = await loadJoined(u, entity, joins, where, lock)
  for (const { record, beside } of found) {
    hold(u, entity, record.id, () => record)
    for (const [index, some] of beside.entries()) for (const one of some) hold(u, joins[index]!.entity, one.id, () => one)
  }
  return found
}
