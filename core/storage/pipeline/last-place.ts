// What a unit knows of places and neighbours because it has made them itself, so that of a hundred new ones only the first looks for them.
import type { Entity } from '../../model/entity/define.js'
import { findOrderingParent, findOwnerJoins } from '../../model/entity/ownership.js'
import type { Unit } from '../database/unit.js'
import { heldMade } from '../record/held.js'
import type { LoadedRecord } from '../record/load.js'
import type { Draft } from './draft.js'

interface Last {
  readonly place: number
  readonly changes: number
}

/** By table and the value that names the parent: asked for each record, so that no key is put together. */
const notes = () => new Map<string, Map<unknown, Last>>()
/** Records that the unit has made under ids that nobody had, by entity: nothing stood below them. */
const newborn = () => new Map<string, Set<unknown>>()

type Values = Readonly<Record<string, unknown>>

/** The unit has made the record under an id of the table's own counting. */
export function born(u: Unit, { name }: Entity, id: number): void {
  const known = u.kept(newborn)
  const ids = known.get(name)
  if (ids) ids.add(id)
  else known.set(name, new Set([id]))
}

const isBorn = (u: Unit, entity: string, id: unknown): boolean => u.kept(newborn).get(entity)?.has(id) === true

/** True where nothing but what the unit has noted can stand beside the record. */
function isFirst(u: Unit, entity: Entity, record: Values): boolean {
  const [join] = findOwnerJoins(entity)
  return join !== undefined && isBorn(u, join.entity, record[join.property])
}

function parentOf(entity: Entity, record: Values): unknown {
  const parent = findOrderingParent(entity)
  return parent === null ? null : record[parent]
}

/** The place of the last neighbour; undefined where the unit has put none there yet, or has moved some since. */
export function lastPlace(u: Unit, entity: Entity, record: Values): number | undefined {
  const last = u.kept(notes).get(entity.table)?.get(parentOf(entity, record))
  if (last === undefined && isFirst(u, entity, record)) return 0
  return last?.changes === u.changes(entity.table) ? last.place : undefined
}

/** The unit has put a new record in its place: the last one, unless another was sent. */
export function placed(u: Unit, entity: Entity, { record, sent }: Pick<Draft, 'record' | 'sent'>): void {
  const { ordering } = record
  if (typeof ordering !== 'number') return
  const known = lastPlace(u, entity, record)
  if (sent.has('ordering') && (known === undefined || known >= ordering)) return
  const places = u.kept(notes)
  const ofTable = places.get(entity.table) ?? new Map<unknown, Last>()
  places.set(entity.table, ofTable.set(parentOf(entity, record), { place: ordering, changes: u.changes(entity.table) }))
}

/** By table how many records the unit has put there. */
const filled = () => new Map<string, number>()

export function noteInsert(u: Unit, { table }: Entity, count = 1): void {
  const counts = u.kept(filled)
  counts.set(table, (counts.get(table) ?? 0) + count)
}

/** The unit has given a record that stood another owner, which may be one of its own: no count tells any longer what stands below those. */
export function noteMove(u: Unit, entity: Entity): void {
  noteInsert(u, entity, Number.POSITIVE_INFINITY)
}

/**
 * What stands below the owner of that id, where the unit knows it: it has made the owner, and holds all that it has put into the table
 * since. null otherwise.
 */
export function knownBelow(
  u: Unit,
  entity: Entity,
  owner: string,
  id: unknown,
  languages: readonly string[],
): readonly LoadedRecord[] | null {
  const join = findOwnerJoins(entity).find(({ property }) => property === owner)
  if (join === undefined || !isBorn(u, join.entity, id)) return null
  return heldMade(u, entity, u.kept(filled).get(entity.table) ?? 0, [owner, id], languages)
}

/** The unit has put several there at once. */
export function forgetPlaces(u: Unit): void {
  u.kept(notes).clear()
  u.kept(newborn).clear()
}
