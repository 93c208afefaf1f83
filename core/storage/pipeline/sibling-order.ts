// Makes room for a record at a new sort position: shifts its siblings and keeps their order.
import { getJoinOptions, findOrderingParent } from '../../model/entity/ownership.js'
import { quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import { toColumnValue } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

/** The siblings: records of the same parent, or of the whole table if there is no parent. */
interface SiblingCondition {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** True if a position was sent that another record may have. */
export function canPositionCollide({ u, entity, options, shape }: WriteTask, { existing, record, sent }: Draft): boolean {
  if (shape.ordering === undefined || options.trusted || options.exactly) return false
  if (!sent.has('ordering') || typeof record['ordering'] !== 'number') return false
  const last = existing === null ? u.identityMap.getLastPosition(entity, record) : undefined
  return last === undefined || last >= record['ordering']
}

/**
 * Shifts siblings if one of them already has the sent position. For a record that stays in its parent, shifts the siblings
 * between the old and the new position by one. For a new record, shifts all siblings from the position on.
 */
export async function shiftSiblings(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, shape } = task
  const { existing, record } = draft
  const place = record['ordering'] as number
  const parent = findOrderingParent(entity)
  const owner = parent === null ? null : toColumnValue(entity.properties[parent]!, record[parent])
  const stays = existing !== null && (parent === null || existing.row[parent] === owner)
  const before = stays ? existing.values.ordering : null
  if (before === place) return
  await lockSiblings(task, parent, owner)
  const row: SiblingCondition = {
    sql: `${parent === null ? '' : `${quote(parent)} = ? AND `}id <> ?`,
    params: [...(parent === null ? [] : [owner]), existing?.id ?? 0],
  }
  const rowsAtPosition = await u.query(`SELECT id FROM ${shape.table} WHERE ${row.sql} AND ordering = ? LIMIT 1`, [
    ...row.params,
    place,
  ])
  if (rowsAtPosition.length === 0) return
  const [range, params, step] =
    typeof before !== 'number'
      ? ['ordering >= ?', [place], '+ 1']
      : before > place
        ? ['ordering >= ? AND ordering < ?', [place, before], '+ 1']
        : ['ordering > ? AND ordering <= ?', [before, place], '- 1']
  const move = `UPDATE ${shape.table} SET ordering = ordering ${step}, revision = revision + 1 WHERE ${row.sql} AND ${range}`
  await u.run(move, [...row.params, ...params])
}

/** Serializes moves within one parent. Otherwise two moves could both find the same position free. */
async function lockSiblings({ u, entity, shape, context }: WriteTask, parent: string | null, owner: SqlParameter): Promise<void> {
  if (u.dialect.forUpdate === '') return
  const join = parent === null ? null : getJoinOptions(entity.properties[parent]!)
  const target = join && context.registry.entities.get(join.entity)
  if (target) await u.query(`SELECT id FROM ${quote(target.table)} WHERE id = ? ${u.dialect.forUpdate}`, [owner])
  else await u.query(`SELECT id FROM ${shape.table} ORDER BY id LIMIT 1 ${u.dialect.forUpdate}`)
}
