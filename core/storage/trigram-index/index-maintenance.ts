// Maintains the trigram index: indexes changed records, rebuilds after a change of the indexed fields, and removes stale rows.
import type { Entity } from '../../model/entity/define.js'
import { indexedColumn } from '../../model/entity/indexed-texts.js'
import type { Context } from '../context.js'
import { quote } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import { toInList } from '../database/statement.js'
import { toBlock, listIndexedEntities, formatIndexedFields } from './trigram.js'
import { writeIndexBlocks } from './index-blocks.js'

/** Blocks per unit, few enough that a unit takes only milliseconds. */
const blocksPerUnit = 4
/** Maximum records that one statement reads or marks. */
const recordsPerStatement = 1_000
/** Blocks per entity and run that are rewritten to remove rows of deleted records. */
const sweptBlocksPerRun = 4

const formatUnindexedClause = ({ table }: Entity): string => `FROM ${quote(table)} WHERE ${quote(indexedColumn)} = 0`

/** Indexes all waiting records in small units. Stops between two units when `signal` aborts. */
export async function updateTrigramIndex(context: Context, signal: AbortSignal): Promise<void> {
  const { database, registry } = context
  for (const entity of listIndexedEntities(registry)) {
    await resetOutdatedIndex(database, entity)
    if (!(await indexUnindexedRecords(context, entity, signal)) || signal.aborted) continue
    await rewriteSomeBlocks(context, entity)
  }
  await deleteUnusedIndexes(context)
}

/** Resets the index if it is missing or has other fields: marks all records as unindexed. Searches ignore the index during the reset. */
async function resetOutdatedIndex(on: Queryable, entity: Entity): Promise<void> {
  const [storedState] = await on.query<{ fields: string }>('SELECT fields FROM svc_gram_states WHERE entity = ?', [entity.name])
  const fields = formatIndexedFields(entity)
  if (storedState?.fields === fields) return
  await setFields(on, entity.name, '')
  for (;;) {
    const sql = `SELECT id FROM ${quote(entity.table)} WHERE ${quote(indexedColumn)} = 1 ORDER BY id LIMIT ${recordsPerStatement}`
    const unindexedRows = await on.query<{ id: number }>(sql)
    if (unindexedRows.length === 0) break
    const ids = toInList(unindexedRows.map(({ id }) => id))
    await on.run(`UPDATE ${quote(entity.table)} SET ${quote(indexedColumn)} = 0 WHERE id IN ${ids.sql}`, ids.params)
  }
  await setFields(on, entity.name, fields)
}

async function setFields(on: Queryable, entity: string, fields: string): Promise<void> {
  const sql = on.dialect.upsert('svc_gram_states', ['entity', 'fields'], ['entity'], `fields = ${on.dialect.incoming('fields')}`)
  await on.run(sql, [entity, fields])
}

/** Indexes waiting records. False if a process with another configuration has reset the index in the meantime. */
async function indexUnindexedRecords({ database }: Context, entity: Entity, signal: AbortSignal): Promise<boolean> {
  const next = `SELECT id ${formatUnindexedClause(entity)} ORDER BY id LIMIT ${recordsPerStatement}`
  for (;;) {
    const waiting = await database.query<{ id: number }>(next)
    const byBlock = new Map<number, number[]>()
    for (const { id } of waiting) {
      const block = toBlock(Number(id))
      byBlock.set(block, [...(byBlock.get(block) ?? []), Number(id)])
    }
    const blocks = [...byBlock.keys()]
    for (let at = 0; at < blocks.length; at += blocksPerUnit) {
      if (signal.aborted) return true
      const blockPortion = blocks.slice(at, at + blocksPerUnit)
      const ids = blockPortion.flatMap((block) => byBlock.get(block)!)
      if (!(await writeIndexBlocks(database, entity, blockPortion, ids))) return false
    }
    if (waiting.length < recordsPerStatement) return true
  }
}

/** Rewrites a few blocks per run, in rotation. A deleted record stays a useless search candidate until its block is rewritten. */
async function rewriteSomeBlocks({ database }: Context, entity: Entity): Promise<void> {
  const [state] = await database.query<{ swept: number }>('SELECT swept FROM svc_gram_states WHERE entity = ?', [entity.name])
  const next = `SELECT DISTINCT block FROM svc_grams WHERE entity = ? AND block > ? ORDER BY block LIMIT ${sweptBlocksPerRun}`
  const rows = await database.query<{ block: number }>(next, [entity.name, Number(state?.swept ?? 0)])
  const blocks = rows.map(({ block }) => Number(block))
  if (blocks.length > 0 && !(await writeIndexBlocks(database, entity, blocks, []))) return
  const swept = blocks.length < sweptBlocksPerRun ? -1 : blocks.at(-1)!
  if (swept !== Number(state?.swept))
    await database.run('UPDATE svc_gram_states SET swept = ? WHERE entity = ?', [swept, entity.name])
}

/** Deletes the index of entities that are gone or no longer indexed. A returning entity is indexed from scratch. */
async function deleteUnusedIndexes({ database, registry }: Context): Promise<void> {
  const indexedNames = new Set(listIndexedEntities(registry).map(({ name }) => name))
  const states = await database.query<{ entity: string }>('SELECT entity FROM svc_gram_states')
  for (const { entity } of states.filter((state) => !indexedNames.has(state.entity))) {
    await setFields(database, entity, '')
    await database.run('DELETE FROM svc_grams WHERE entity = ?', [entity])
    await database.run('DELETE FROM svc_gram_states WHERE entity = ?', [entity])
  }
}

/** Number of records that wait to be indexed, by entity. */
export async function countUnindexedRecords({
  database,
  registry,
}: Pick<Context, 'database' | 'registry'>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const entity of listIndexedEntities(registry)) {
    const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count ${formatUnindexedClause(entity)}`)
    counts.set(entity.name, Number(row?.count ?? 0))
  }
  return counts
}
