// The translations of record texts, for interfaces: missing texts, and texts that are right although they equal the default language.
import { flatKey } from '../../foundation/language.js'
import type { Entity } from '../../model/entity/define.js'
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
