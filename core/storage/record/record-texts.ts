// The translations of record texts, for interfaces: missing texts, texts that are right although they equal the default language, and orphaned texts.
import { flatKey } from '../../foundation/language.js'
import { type Entity, toTableName } from '../../model/entity/define.js'
import type { Context } from '../context.js'
import { unit } from '../unit-of-work/transaction.js'
import {
  confirmSameText,
  countGapsByRecord,
  countTextGaps,
  listMissingTexts,
  listSameTexts,
  listTranslatedFields,
  type SameText,
  type TextGap,
  withdrawSameText,
} from './text-gaps.js'
import type { Registry } from '../../model/registry.js'
import { type Queryable, quoteName } from '../database/dialect.js'
import type { Database } from '../database/connection.js'

/** The text in `source`, the default language of the store, has no translation into `language`. */
interface LanguagePair {
  readonly source: string
  readonly language: string
}

export interface MissingText extends TextGap {
  /** The key of the text in the language, such as `title_de_DE`. */
  readonly key: string
}

/** The surface must have checked the scopes. */
export interface RecordTexts {
  /** True if records of the entity have texts to translate. */
  hasTexts(entity: Entity): boolean
  /** The number of missing texts of the entities in all languages. */
  countMissing(entities: readonly Entity[], source: string, languages: readonly string[]): Promise<number>
  /** The number of missing texts by record id. Records without missing texts are left out. */
  countMissingByRecord(entity: Entity, ids: readonly number[], pair: LanguagePair): Promise<ReadonlyMap<number, number>>
  /** A page of the missing texts, in the order of records and fields. */
  listMissing(entity: Entity, pair: LanguagePair, limit: number, offset: number): Promise<readonly MissingText[]>
  /** The confirmed texts, by language and text. `entities`: only texts of their records. Default: all. */
  listSame(entities?: readonly Entity[]): Promise<readonly SameText[]>
  /** Copies with this text no longer count as missing in the language, in all records. */
  confirmSame(sameText: SameText): Promise<void>
  withdrawSame(sameText: SameText): Promise<void>
}

export const createRecordTexts = (context: Context): RecordTexts => ({
  hasTexts: (entity) => listTranslatedFields(entity).length > 0,
  countMissing: (entities, source, languages) => countTextGaps(context, entities, { source, languages }),
  countMissingByRecord: (entity, ids, pair) => countGapsByRecord(context.database, { entity, ids, ...pair }),
  async listMissing(entity, pair, limit, offset) {
    const gaps = await listMissingTexts(context.database, { entity, ...pair }, limit, offset)
    return gaps.map((gap) => ({ ...gap, key: flatKey(gap.field, pair.language) }))
  },
  listSame: (entities) => listSameTexts(context.database, entities),
  confirmSame: (sameText) => unit(context.database, (u) => confirmSameText(u, sameText)),
  withdrawSame: (sameText) => unit(context.database, (u) => withdrawSameText(u, sameText)),
})

/** The tables that store texts by entity and id. */
const textTables = ['svc_texts', 'svc_unique_texts'] as const

/** The number of rows in `svc_texts` by entity name. Entities without orphans are omitted. */
export type OrphanCounts = Readonly<Record<string, number>>

/**
 * `entity = 'page' AND entity_id NOT IN (SELECT id FROM svc_page)`. `table` is null if the entity's table is missing: all texts
 * are orphans.
 */
interface OrphanCondition {
  readonly entity: string
  readonly table: string | null
}

async function loadOrphanConditions(on: Queryable, registry: Registry): Promise<readonly OrphanCondition[]> {
  const rows = await on.query<{ entity: string }>('SELECT DISTINCT entity FROM svc_texts')
  const real = await on.dialect.readTables(on)
  return rows.map(({ entity }) => {
    // A disabled customization keeps its texts while its table exists.
    const table = registry.entities.get(entity)?.table ?? toTableName(entity)
    return { entity, table: real.has(table) ? table : null }
  })
}

function formatCondition({ table }: OrphanCondition): string {
  return table === null ? 'entity = ?' : `entity = ? AND entity_id NOT IN (SELECT id FROM ${quoteName(table)})`
}

export async function countOrphans(on: Queryable, registry: Registry): Promise<OrphanCounts> {
  const counts: Record<string, number> = {}
  for (const condition of await loadOrphanConditions(on, registry)) {
    const sql = `SELECT COUNT(*) AS count FROM svc_texts WHERE ${formatCondition(condition)}`
    const [row] = await on.query<{ count: number }>(sql, [condition.entity])
    const count = Number(row?.count ?? 0)
    if (count > 0) counts[condition.entity] = count
  }
  return counts
}

/** Deletes the orphans in one unit and returns their counts. */
export function purgeOrphans(database: Database, registry: Registry): Promise<OrphanCounts> {
  return unit(database, async (u) => {
    const counts = await countOrphans(u, registry)
    for (const condition of await loadOrphanConditions(u, registry)) {
      if (counts[condition.entity] === undefined) continue
      for (const table of textTables) await u.run(`DELETE FROM ${table} WHERE ${formatCondition(condition)}`, [condition.entity])
    }
    return counts
  })
}
