// The last place among neighbours that a unit has given away, so that of a hundred new ones only the first looks for it.
import type { Entity } from '../../model/entity/define.js'
import { orderingParent } from '../../model/entity/ownership.js'
import type { Unit } from '../database/unit.js'
import type { Draft } from './draft.js'

interface Last {
  readonly place: number
  readonly changes: number
}

const notes = () => new Map<string, Last>()

type Values = Readonly<Record<string, unknown>>

function keyOf(entity: Entity, record: Values): string {
  const parent = orderingParent(entity)
  return `${entity.table} ${parent === null ? '' : String(record[parent])}`
}

/** The place of the last neighbour; undefined where the unit has put none there yet, or has moved some since. */
export function lastPlace(u: Unit, entity: Entity, record: Values): number | undefined {
  const last = u.kept(notes).get(keyOf(entity, record))
  return last?.changes === u.changes(entity.table) ? last.place : undefined
}

/** The unit has put a new record in its place: the last one, unless another was sent. */
export function placed(u: Unit, entity: Entity, { record, sent }: Pick<Draft, 'record' | 'sent'>): void {
  const { ordering } = record
  if (typeof ordering !== 'number') return
  const known = lastPlace(u, entity, record)
  if (sent.has('ordering') && (known === undefined || known >= ordering)) return
  u.kept(notes).set(keyOf(entity, record), { place: ordering, changes: u.changes(entity.table) })
}

/** The unit has put several there at once. */
export function forgetPlaces(u: Unit): void {
  u.kept(notes).clear()
}
