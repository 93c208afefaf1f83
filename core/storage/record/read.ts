// Reads one record: its row, then its texts; two statements at most.
import { requireEntity } from '../../model/registry.js'
import type { Context, ReadOptions } from '../context.js'
import type { RecordRow } from '../database/statement.js'
import { momentOf } from './moment.js'
import { languageChain, presentRecord } from './present.js'
import { activeLanguage, noRecord, requireOperation } from './refusals.js'
import { layoutOf } from './layout.js'
import type { RecordResult } from './results.js'
import { loadTexts, Texts } from './strings.js'

/**
 * One full record as every surface returns it (spec 2.3): plain keys in the requested language, else the store default, else any other,
 * and a flat key per active language; no sensitive field and no kind without a read schema.
 * NOT_FOUND for an unknown entity or id, VALIDATION_FAILED for a language that is not active.
 */
export async function read(context: Context, entityName: string, id: number, options: ReadOptions = {}): Promise<RecordResult> {
  const entity = requireEntity(context.registry, entityName)
  requireOperation(entity, 'read')
  const on = options.unit ?? context.database
  const { snapshot } = options.moment ?? (await momentOf(context, options.unit))
  const language = activeLanguage(snapshot.languages, options.language)
  if (!Number.isSafeInteger(id) || id < 1) throw noRecord(entity, id)
  const shape = layoutOf(entity)
  // The row first: texts that are newer than the revision make a later If-Match fail, never pass wrongly.
  const [row] = await on.query<RecordRow>(shape.selectOne, [id])
  if (!row) throw noRecord(entity, id)
  const texts = shape.translatable.length > 0 ? await loadTexts(on, entity.name, [id]) : new Texts()
  const languages = { tags: languageChain(language, snapshot.languages), flat: snapshot.languages }
  return {
    entity: entity.name,
    id,
    record: presentRecord(shape.readable, row, texts, languages, context.registry),
    revision: row.revision,
  }
}
