// The trigram index: splits texts into parts of three characters, and indexes changed records.
import type { Entity } from '../model/entity/define.js'
import { findIndexedProperties, indexedColumn } from '../model/entity/filters.js'
import type { Registry } from '../model/registry.js'
import { toFoldedColumnName } from '../foundation/property/text.js'
import type { Context } from './context.js'
import type { Database } from './database/connection.js'
import { quoteName, type Queryable, toInList, splitIntoPortions, type SqlParameter } from './database/dialect.js'
import { unit, type Unit } from './unit-of-work/transaction.js'

/** Characters (code points) per trigram. */
export const trigramLength = 3

/**
 * Records per block. Records with consecutive ids share one row per trigram, with one bit each: a tenth of the rows that single ids
 * would need. The bits must fit a JavaScript number exactly (53).
 */
export const blockSize = 48

export const toBlock = (id: number): number => Math.floor(id / blockSize)

/** Reduces a code point to 16 bits. Characters beyond U+FFFF can collide: the search checks the extra matches afterwards. */
const toShortCode = (point: number): number => (point ^ (point >>> 16)) & 0xffff

/** The distinct trigrams of a folded text. Numbers avoid collations. Empty for a text shorter than a trigram. */
export function toTrigrams(folded: string): ReadonlySet<number> {
  const points = Array.from(folded, (character) => toShortCode(character.codePointAt(0)!))
  const trigrams = new Set<number>()
  for (let at = 0; at + trigramLength <= points.length; at++)
    trigrams.add((points[at]! * 0x10000 + points[at + 1]!) * 0x10000 + points[at + 2]!)
  return trigrams
}

/** The record's bit in its block. */
export const toBlockBit = (id: number): number => 2 ** (id % blockSize)

/** The ids of the block's records whose bits are set. */
export function toBlockIds(block: number, records: number): readonly number[] {
  const ids: number[] = []
  for (let at = 0, rest = records; rest >= 1; at++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) ids.push(block * blockSize + at)
  return ids
}

/** The entities with a trigram index. */
const listIndexedEntities = ({ entities }: Registry): readonly Entity[] =>
  [...entities.values()].filter((entity) => findIndexedProperties(entity).size > 0)

/** The indexed fields of an entity, in the format of `svc_gram_states`. */
const formatIndexedFields = (entity: Entity): string =>
  [...findIndexedProperties(entity)]
    .map(({ name }) => name)
    .sort()
    .join(' ')

/** Blocks per unit, few enough that a unit takes only milliseconds. */
const blocksPerUnit = 4

/** Maximum records that one statement reads or marks. */
const recordsPerStatement = 1_000

/** Blocks per entity and run that are rewritten to remove rows of deleted records. */
const sweptBlocksPerRun = 4

const formatUnindexedClause = ({ table }: Entity): string => `FROM ${quoteName(table)} WHERE ${quoteName(indexedColumn)} = 0`

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
    const sql = `SELECT id FROM ${quoteName(entity.table)} WHERE ${quoteName(indexedColumn)} = 1 ORDER BY id LIMIT ${recordsPerStatement}`
    const unindexedRows = await on.query<{ id: number }>(sql)
    if (unindexedRows.length === 0) break
    const ids = toInList(unindexedRows.map(({ id }) => id))
    await on.run(`UPDATE ${quoteName(entity.table)} SET ${quoteName(indexedColumn)} = 0 WHERE id IN ${ids.sql}`, ids.params)
  }
  await setFields(on, entity.name, fields)
}

async function setFields(on: Queryable, entity: string, fields: string): Promise<void> {
  const sql = on.dialect.upsert('svc_gram_states', ['entity', 'fields'], ['entity'], `fields = ${on.dialect.incoming('fields')}`)
  await on.run(sql, [entity, fields])
}

const columns = ['entity', 'gram', 'block', 'records']

const key = columns.slice(0, 3)

/** Maximum rows per statement. */
const rowsPerStatement = 256

/** The bits of a block's records by trigram. */
type TrigramBits = Map<number, number>

/**
 * Rewrites the blocks and marks the records of `waiting` as indexed. Concurrent changes of these records wait for some milliseconds;
 * other records are not locked. False if the index was reset in the meantime or belongs to another configuration.
 */
function writeIndexBlocks(
  database: Database,
  entity: Entity,
  blocks: readonly number[],
  waiting: readonly number[],
): Promise<boolean> {
  return unit(database, async (u) => {
    // Lock the state row: a concurrent writer could overwrite the index with outdated reads.
    const [state] = await u.query<{ fields: string }>(
      `SELECT fields FROM svc_gram_states WHERE entity = ? ${u.dialect.forUpdate}`,
      [entity.name],
    )
    if (state?.fields !== formatIndexedFields(entity)) return false
    // Mark first: this locks the records until their trigrams are written. A later change marks them as waiting again.
    if (waiting.length > 0) {
      const { sql, params } = toInList(waiting)
      await u.run(`UPDATE ${quoteName(entity.table)} SET ${quoteName(indexedColumn)} = 1 WHERE id IN ${sql}`, params)
    }
    const computedBits = await computeBits(u, entity, blocks)
    const present = await readStoredBits(u, entity, blocks)
    const changed: SqlParameter[][] = []
    const staleByBlock = new Map<number, number[]>()
    for (const block of blocks) {
      const [want, have] = [computedBits.get(block) ?? new Map(), present.get(block) ?? new Map()] as [TrigramBits, TrigramBits]
      for (const [trigram, bits] of want) if (have.get(trigram) !== bits) changed.push([entity.name, trigram, block, bits])
      const stale = [...have.keys()].filter((trigram) => !want.has(trigram))
      if (stale.length > 0) staleByBlock.set(block, stale)
    }
    changed.sort(([, a], [, b]) => Number(a) - Number(b))
    const assignment = `records = ${u.dialect.incoming('records')}`
    for (const rows of splitIntoPortions(changed, rowsPerStatement)) {
      if (rows.length > 0) await u.run(u.dialect.upsert('svc_grams', columns, key, assignment, rows.length), rows.flat())
    }
    for (const [block, stale] of staleByBlock) {
      for (const portion of splitIntoPortions(stale, rowsPerStatement)) {
        const { sql, params } = toInList(portion)
        await u.run(`DELETE FROM svc_grams WHERE entity = ? AND block = ? AND gram IN ${sql}`, [entity.name, block, ...params])
      }
    }
    return true
  })
}

/** `id BETWEEN ? AND ? OR …` for the records of the blocks. */
function toBlockCondition(
  column: string,
  blocks: readonly number[],
): { readonly sql: string; readonly params: readonly number[] } {
  const sql = blocks.map(() => `${column} BETWEEN ? AND ?`).join(' OR ')
  return { sql: `(${sql})`, params: blocks.flatMap((block) => [block * blockSize, (block + 1) * blockSize - 1]) }
}

async function computeBits(u: Unit, entity: Entity, blocks: readonly number[]): Promise<ReadonlyMap<number, TrigramBits>> {
  const bitsByBlock = new Map<number, TrigramBits>()
  const add = (id: number, folded: string): void => {
    const bits = bitsByBlock.get(toBlock(id)) ?? new Map<number, number>()
    bitsByBlock.set(toBlock(id), bits)
    for (const trigram of toTrigrams(folded)) {
      const recordBits = bits.get(trigram) ?? 0
      if (Math.floor(recordBits / toBlockBit(id)) % 2 === 0) bits.set(trigram, recordBits + toBlockBit(id))
    }
  }
  const searched = [...findIndexedProperties(entity)]
  const own = searched.filter(({ translatable }) => !translatable).map(({ name }) => quoteName(toFoldedColumnName(name)))
  const rows = toBlockCondition('id', blocks)
  const records = await u.query(
    `SELECT ${['id', ...own].join(', ')} FROM ${quoteName(entity.table)} WHERE ${rows.sql}`,
    rows.params,
  )
  for (const { id, ...texts } of records) for (const text of Object.values(texts)) add(Number(id), String(text))
  const fields = searched.filter(({ translatable }) => translatable).map(({ name }) => name)
  if (fields.length === 0) return bitsByBlock
  const there = new Set(records.map(({ id }) => Number(id)))
  const [of, inFields] = [toBlockCondition('entity_id', blocks), toInList(fields)]
  const sql = `SELECT entity_id, folded FROM svc_texts WHERE entity = ? AND ${of.sql} AND field IN ${inFields.sql}`
  const texts = await u.query<{ entity_id: number; folded: string }>(sql, [entity.name, ...of.params, ...inFields.params])
  for (const { entity_id: id, folded } of texts) if (there.has(Number(id))) add(Number(id), folded)
  return bitsByBlock
}

async function readStoredBits(u: Unit, entity: Entity, blocks: readonly number[]): Promise<ReadonlyMap<number, TrigramBits>> {
  const present = new Map<number, TrigramBits>()
  const { sql, params } = toInList(blocks)
  const rows = await u.query<{ block: number; gram: number; records: number }>(
    `SELECT block, gram, records FROM svc_grams WHERE entity = ? AND block IN ${sql}`,
    [entity.name, ...params],
  )
  for (const { block, gram: trigram, records } of rows) {
    const bits = present.get(Number(block)) ?? new Map<number, number>()
    present.set(Number(block), bits.set(Number(trigram), Number(records)))
  }
  return present
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
