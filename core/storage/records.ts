// The four record operations without the context in front: what surfaces, actions and tasks of plugins call.
import type { ListOptions, ReadOptions, RemoveOptions, WriteOptions } from './context.js'
import type { Unit } from './database/unit.js'
import type { ListQuery, ListResult, RecordResult, WriteResult } from './record/shapes.js'

export interface Records {
  /** One whole record, every language of its texts included. NOT_FOUND for an unknown entity or id. */
  read(entity: string, id: number, options?: ReadOptions): Promise<RecordResult>
  /** A page of records: the listing columns, plain keys only. VALIDATION_FAILED for unknown filters and sort columns. */
  list(entity: string, query?: ListQuery, options?: ListOptions): Promise<ListResult>
  /** Creates, or changes the record `options.id`, by the five steps. VALIDATION_FAILED with an issue for each refused field. */
  write(entity: string, input: Readonly<Record<string, unknown>>, options?: WriteOptions): Promise<WriteResult>
  /** Deletes one record. VALIDATION_FAILED with the model's sentence where others refer to it. */
  remove(entity: string, id: number, options?: RemoveOptions): Promise<void>
  /**
   * One transaction around all that `work` does through the records it is given. `work` may run again where the database asks
   * for it, so it does nothing else.
   */
  unit<T>(work: (records: UnitRecords) => Promise<T>, options?: { readonly dryRun?: boolean }): Promise<T>
}

/** Records inside an open unit. */
export interface UnitRecords extends Records {
  readonly unitOfWork: Unit
}
