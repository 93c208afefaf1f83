// Reads one record with at most two queries: its row, then its texts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasLongValue } from '../../foundation/long-values.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, ReadOptions } from '../context.js'
import type { RecordRow } from '../database/statement.js'
import { getVersionedSnapshot } from '../versioned-snapshot.js'
import { getLanguageChain, presentRecord } from './present.js'
import { requireActiveLanguage, createMissingRecordError, requireOperation } from './record-errors.js'
import { getLayout } from './layout.js'
import type { RecordResult } from './results.js'
import { loadTexts, Texts } from './texts.js'

/**
 * Returns one full record: plain keys in the requested language, else the store default, else any other, and one flat
 * key per active language. Omits sensitive fields and kinds without a read schema. Throws NOT_FOUND for an unknown entity or id,
 * and VALIDATION_FAILED for an inactive language.
 */
export async function readEntityRecord(
  context: Context,
  entityName: string,
  id: number,
  options: ReadOptions = {},
): Promise<RecordResult> {
  const entity = requireEntity(context.registry, entityName)
  requireOperation(entity, 'read')
  const on = options.unit ?? context.database
  const { snapshot } = options.moment ?? (await getVersionedSnapshot(context, options.unit))
  const language = requireActiveLanguage(snapshot.languages, options.language)
  if (!Number.isSafeInteger(id) || id < 1) throw createMissingRecordError(entity, id)
  const shape = getLayout(entity)
  // Reads the row first. If a concurrent write changes the texts, the old revision makes a later If-Match fail. The other order
  // could let it pass.
  const [row] = await on.query<RecordRow>(shape.selectOne, [id])
  if (!row) throw createMissingRecordError(entity, id)
  const texts = shape.translatable.length > 0 ? await loadTexts(on, entity.name, [id]) : new Texts()
  const languages = { tags: getLanguageChain(language, snapshot.languages), flat: snapshot.languages }
  const isLong = hasLongValue(row)
  if (isLong) await nextTurn()
  const record = presentRecord(shape.readable, row, texts, languages, context.registry)
  // The caller serialises the record.
  if (isLong) await nextTurn()
  return { entity: entity.name, id, record, revision: row.revision }
}
