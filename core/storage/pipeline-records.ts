// Reads records and changes them through the write pipeline.
import { contextToken } from '../boot/tokens.js'
import { inject, injectable } from '../foundation/injection.js'
import type { Context, ListOptions, ReadOptions, RemoveOptions, WriteOptions } from './context.js'
import { unit, type Unit, type UnitOptions } from './unit-of-work/transaction.js'
import { removeEntityRecord } from './pipeline/remove.js'
import { writeEntityRecord } from './pipeline/write.js'
import { listEntityRecords } from './record/list.js'
import { readEntityRecord } from './record/read.js'
import type { ListQuery, ListResult, RecordResult, WriteResult } from './record/results.js'
import type { Records, UnitRecords } from './records.js'

/** The operations of an app. Each one runs in its own unit. */
@injectable()
export class PipelineRecords implements Records {
  constructor(@inject(contextToken) private readonly context: Context) {}

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
