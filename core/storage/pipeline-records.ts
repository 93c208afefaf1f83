// Reads records and changes them through the write pipeline.
import { contextToken } from '../boot/tokens.js'
import { inject, injectable } from '../foundation/injection.js'
import type { Context, ListOptions, ReadOptions, RemoveOptions, WriteOptions } from './context.js'
import { unit, type Unit, type UnitOptions } from './unit-of-work/transaction.js'
import { removeEntityRecord } from './pipeline/remove.js'
import { writeEntityRecord } from './pipeline/write.js'
import { listEntityRecords } from './record/list.js'
import type { ListQuery, ListResult, RecordResult, WriteResult } from './record/results.js'
import type { Records, UnitRecords } from './records.js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { requireEntity } from '../model/registry.js'
import type { RecordRow } from './database/dialect.js'
import { getVersionedSnapshot } from './caches.js'
import { getLanguageChain, presentRecord, loadTexts, Texts, getLayout } from './record/present.js'
import { hasLongValue, requireActiveLanguage, createMissingRecordError, requireOperation } from './record/load.js'

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
  const { snapshot } = options.versionedSnapshot ?? (await getVersionedSnapshot(context, options.unit))
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

/** The operations of an app. Each one runs in its own unit. */
@injectable()
export class PipelineRecords implements Records {
  constructor(@inject(contextToken) protected readonly context: Context) {}

  read(entity: string, id: number, options?: ReadOptions): Promise<RecordResult> {
    return readEntityRecord(this.context, entity, id, options)
  }

  list(entity: string, query: ListQuery = {}, options?: ListOptions): Promise<ListResult> {
    return listEntityRecords(this.context, entity, query, options)
  }

  write(entity: string, input: Readonly<Record<string, unknown>>, options?: WriteOptions): Promise<WriteResult> {
    return writeEntityRecord(this.context, entity, input, options)
  }

  remove(entity: string, id: number, options?: RemoveOptions): Promise<void> {
    return removeEntityRecord(this.context, entity, id, options)
  }

  unit<T>(work: (records: UnitRecords) => Promise<T>, options: UnitOptions = {}): Promise<T> {
    return unit(this.context.database, (open) => work(createUnitRecords(this.context, open)), options)
  }
}

/** The operations inside an open unit. Options can name another unit. They can be destructured: `unit(async ({ write }) => …)`. */
function createUnitRecords(context: Context, unitOfWork: Unit): UnitRecords {
  return {
    unitOfWork,
    read: (entity: string, id: number, options?: ReadOptions) =>
      readEntityRecord(context, entity, id, { unit: unitOfWork, ...options }),
    list: (entity: string, query: ListQuery = {}, options?: ListOptions) =>
      listEntityRecords(context, entity, query, { unit: unitOfWork, ...options }),
    write: (entity, input, options) => writeEntityRecord(context, entity, input, { unit: unitOfWork, ...options }),
    remove: (entity, id, options) => removeEntityRecord(context, entity, id, { unit: unitOfWork, ...options }),
    unit: (work, options = {}) => unit(unitOfWork, (open) => work(createUnitRecords(context, open)), options),
  }
}
