// Decides the id of each record of a package in this shop.
import { ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { quote } from '../../storage/database/dialect.js'
import { inList, portions } from '../../storage/database/statement.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Member } from '../graph.js'
import type { ImportHow } from './define.js'
import { keyOf } from './stage.js'
import type { Standing } from './standing.js'

export interface Target {
  /** null: a new id. */
  readonly id: number | null
  /** True if the record exists and belongs to the product. */
  readonly stands: boolean
}

export type Targets = ReadonlyMap<string, Target>

const anew: Target = { id: null, stands: false }

/** The target of a record; always a new record for copies. */
export const targetOf = (targets: Targets, { entity, record }: Member): Target =>
  targets.size === 0 ? anew : targets.get(keyOf(entity.name, record.id))!

/** Maximum number of id clashes listed in an error. */
const told = 20

/** Empty for copies. VALIDATION_FAILED on `new_ids` if an id belongs to another product and may not be replaced. */
export async function targetsOf(
  work: Work & InUnit,
  members: readonly Member[],
  standing: Standing,
  { mode, newIds }: ImportHow,
): Promise<Targets> {
  if (mode === 'copy') return new Map()
  const targets = new Map<string, Target>()
  const clashes: string[] = []
  const entities = new Set(members.map(({ entity }) => entity))
  for (const entity of entities) {
    const ids = members.filter((member) => member.entity === entity).map(({ record }) => record.id)
    const taken = await idsOf(work, entity, ids)
    for (const id of ids) {
      const stands = standing.has(entity.name, id)
      const isClash = !stands && taken.has(id) && !standing.isCleared(entity.name, id)
      if (isClash && !newIds) clashes.push(`${entity.label} ${id}`)
      targets.set(keyOf(entity.name, id), { id: isClash ? null : id, stands })
    }
  }
  if (clashes.length === 0) return targets
  const more = clashes.length > told ? ` and ${clashes.length - told} more` : ''
  const message =
    `These ids belong to other products here: ${clashes.slice(0, told).join(', ')}${more}. ` +
    'Send new_ids true to give these records new ids, or import with the mode copy.'
  throw ValidationError.of('new_ids', message, 'ID_CLASH')
}

async function idsOf({ unit }: InUnit, { table }: Entity, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const some of portions(ids)) {
    const { sql, params } = inList(some)
    for (const { id } of await unit.query<{ id: number }>(`SELECT id FROM ${quote(table)} WHERE id IN ${sql}`, params))
      found.add(id)
  }
  return found
}
