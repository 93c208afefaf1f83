// What a unit knows of places and neighbours because it has made them itself, so that of a hundred new ones only the first looks for them.
import type { Entity } from '../../model/entity/define.js'
import { orderingParent, ownerJoins } from '../../model/entity/ownership.js'
import type { Unit } from '../database/unit.js'
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
  const [join] = ownerJoins(entity)
  return join !== undefined && isBorn(u, join.entity, record[join.property])
}

function parentOf(entity: Entity, record: Values): unknown {
  const parent = orderingParent(entity)
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

/** Tables into which the unit has put records. */
const filled = () => new Set<string>()

export function noteInsert(u: Unit, { table }: Entity): void {
  u.kept(filled).add(table)
}

/** True where nothing can stand below the owner of that id: the unit has made it, and has put nothing into the table since. */
export function isChildless(u: Unit, entity: Entity, owner: string, id: unknown): boolean {
  const join = ownerJoins(entity).find(({ property }) => property === owner)
  return join !== undefined && isBorn(u, join.entity, id) && !u.kept(filled).has(entity.table)
}

/** The unit has put several there at once. */
export function forgetPlaces(u: Unit): void {
  u.kept(notes).clear()
  u.kept(newborn).clear()
}
