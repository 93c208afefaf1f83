// Updates the trigram index rows of a few blocks of records to match their current texts.
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Entity } from '../../model/entity/define.js'
import { indexedColumn, findIndexedProperties } from '../../model/entity/indexed-texts.js'
import type { Database } from '../database/connection.js'
import { quote } from '../database/dialect.js'
import { toInList, splitIntoPortions, type SqlParameter } from '../database/statement.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { toBlockBit, toBlock, blockSize, formatIndexedFields, toTrigrams } from './trigram.js'

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
export function writeIndexBlocks(
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
      await u.run(`UPDATE ${quote(entity.table)} SET ${quote(indexedColumn)} = 1 WHERE id IN ${sql}`, params)
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
  const own = searched.filter(({ translatable }) => !translatable).map(({ name }) => quote(toFoldedColumnName(name)))
  const rows = toBlockCondition('id', blocks)
  const records = await u.query(`SELECT ${['id', ...own].join(', ')} FROM ${quote(entity.table)} WHERE ${rows.sql}`, rows.params)
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
