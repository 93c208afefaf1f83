// Checks the referential integrity of a database: every id that must reference a record does.
import { isWeakReference, getJoinOptions } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { quote } from '../../storage/database/dialect.js'
import type { Queryable } from '../../storage/database/queryable.js'

interface DanglingIds {
  readonly count: number
  readonly first: number
}

/** One sentence for each column with dangling ids; weak references may dangle. */
export async function findReferenceFaults(on: Queryable, registry: Registry): Promise<readonly string[]> {
  const faults: string[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      const target = join && registry.entities.get(join.entity)
      if (!target || isWeakReference(property)) continue
      const [own, column] = [quote(entity.table), quote(property.name)]
      const absent = `NOT EXISTS (SELECT 1 FROM ${quote(target.table)} t WHERE t.id = s.${column})`
      const sql = `SELECT COUNT(*) AS count, MIN(s.id) AS first FROM ${own} s WHERE s.${column} IS NOT NULL AND ${absent}`
      const [dangling] = await on.query<DanglingIds>(sql)
      if (!dangling || Number(dangling.count) === 0) continue
      const which = `Field '${property.name}' of ${dangling.count} ${entity.pluralLabel}, ${entity.label} ${dangling.first} among them,`
      faults.push(`${which} names a ${target.label} that is not there.`)
    }
  }
  return [...faults, ...(await findMentionFaults(on, registry))]
}

/** Ids inside rules, terms and selections, which are stored in a table of their own. */
async function findMentionFaults(on: Queryable, registry: Registry): Promise<readonly string[]> {
  const sql =
    'SELECT DISTINCT source_entity, property, target_entity FROM svc_references ORDER BY source_entity, property, target_entity'
  const faults: string[] = []
  for (const row of await on.query<Readonly<Record<'source_entity' | 'property' | 'target_entity', string>>>(sql)) {
    const source = registry.entities.get(row.source_entity)
    const target = registry.entities.get(row.target_entity)
    const property = source?.properties[row.property]
    if (!source || !target || !property || isWeakReference(property)) continue
    const absent = `NOT EXISTS (SELECT 1 FROM ${quote(target.table)} t WHERE t.id = r.target_id)`
    const of = 'r.source_entity = ? AND r.property = ? AND r.target_entity = ?'
    const [dangling] = await on.query<DanglingIds>(
      `SELECT COUNT(*) AS count, MIN(r.source_id) AS first FROM \`svc_references\` r WHERE ${of} AND ${absent}`,
      [row.source_entity, row.property, row.target_entity],
    )
    if (!dangling || Number(dangling.count) === 0) continue
    const which = `Field '${row.property}' of ${source.label} ${dangling.first}`
    faults.push(`${which} names a ${target.label} that is not there.`)
  }
  return faults
}
