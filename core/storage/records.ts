// The record operations read, list, write and remove of one app, for its interfaces, plugin actions and scheduled tasks.
import type { ListOptions, ReadOptions, RemoveOptions, WriteOptions } from './context.js'
import type { Unit } from './unit-of-work/transaction.js'
import type { RecordTexts } from './record/record-texts.js'
import type { Finding, ListQuery, ListResult, RecordResult, WriteResult } from './record/results.js'

declare global {
  /** By entity name. `svc:types:generate` writes `types/app.ts`, which adds every entity of the installation. */
  interface SvcEntityTypes {}
}

/** The entities with generated types. Empty if the program does not include the generated file. */
type InstalledEntity = Extract<keyof SvcEntityTypes, string>

/** A record as a single read returns it. */
type InstalledRecord<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly read: infer R } ? R : never

/** A row of a collection. */
type InstalledRow<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly row: infer R } ? R : never

export interface Records {
  /**
   * One whole record with its texts in every language. Throws NOT_FOUND for an unknown entity or id. Typed for entities with
   * generated types.
   */
  read<Name extends InstalledEntity>(
    entity: Name,
    id: number,
    options?: ReadOptions,
  ): Promise<RecordResult<InstalledRecord<Name>>>
  read(entity: string, id: number, options?: ReadOptions): Promise<RecordResult>
  /** A page of records: the listing columns, plain keys only. VALIDATION_FAILED for unknown filters and sort columns. */
  list<Name extends InstalledEntity>(
    entity: Name,
    query?: ListQuery,
    options?: ListOptions,
  ): Promise<ListResult<InstalledRow<Name>>>
  list(entity: string, query?: ListQuery, options?: ListOptions): Promise<ListResult>
  /** Creates a record, or changes the record `options.id`. Throws VALIDATION_FAILED with an issue for each rejected field. */
  write(entity: string, input: Readonly<Record<string, unknown>>, options?: WriteOptions): Promise<WriteResult>
  /** Deletes one record. Throws VALIDATION_FAILED with a message if other records refer to it. */
  remove(entity: string, id: number, options?: RemoveOptions): Promise<void>
  /**
   * Runs `work` in one transaction, with `records` bound to it. The database may require a retry, so `work` must have no other
   * side effects.
   */
  unit<T>(work: (records: UnitRecords) => Promise<T>, options?: { readonly dryRun?: boolean }): Promise<T>
}

/** Record operations inside an open unit. */
export interface UnitRecords extends Records {
  readonly unitOfWork: Unit
}

/** The records of an app. Its own writes also return findings. */
export interface AppRecords extends Records {
  /** Warnings about a stored write. For a write within a larger transaction, call it after the commit. */
  findings(result: WriteResult): Promise<readonly Finding[]>
  /** The translations of the records' texts. */
  readonly texts: RecordTexts
}
