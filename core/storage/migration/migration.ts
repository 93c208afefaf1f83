// What a migration script is, and the guarded steps that it is made of.
import type { Table } from '../../foundation/table.js'
import type { Dialect } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'

/** One script of a track. It may be stopped anywhere and run again: every step asks first whether it was done. */
export interface Migration {
  /** Four digits, rising within its track: `0002`. */
  readonly version: string
  /** Kebab-case: what it does. */
  readonly name: string
  /** Does it, by the steps and nothing else. */
  up(steps: MigrationSteps): Promise<void>
}

/** Each call is one step. On MySQL a schema step commits by itself; on SQLite the whole script is one transaction. */
export interface MigrationSteps {
  /** How the database at hand writes what differs, for `data`. */
  readonly dialect: Dialect
  /** The languages of the configuration, the store default first. */
  readonly languages: readonly string[]
  /** Creates the table with its indexes, or those of them that are missing. */
  createTable(table: Table): Promise<void>
  /** Creates the table of an entity as the registry has it; not for core, whose snapshots are frozen. */
  createEntityTable(entity: string): Promise<void>
  /** Adds the property's column with the indexes that name it, and what search and sort compare of it. */
  addColumn(entity: string, property: string): Promise<void>
  /** Makes texts that were stored before their property was listed found by search, and sorted. */
  foldTexts(entity: string, property: string): Promise<void>
  /** Adds an index of a table that `createTable` made; those of properties come with their columns. */
  addIndex(table: Table, columns: readonly string[], unique?: boolean): Promise<void>
  /** Drops a column with what it holds, where it is still there. */
  dropColumn(table: string, column: string): Promise<void>
  /** Drops a table with what it holds, where it is still there. */
  dropTable(table: string): Promise<void>
  /** Changes rows: whole and exactly once, however often the script is run. */
  data(change: (on: Queryable) => Promise<void>): Promise<void>
  /**
   * Changes many rows, some at a time, each time in a transaction of its own, until `change` says that it has changed none. Stopped anywhere it
   * goes on with those that are left, so `change` asks the rows themselves what is to be done.
   */
  dataInBatches(change: (on: Queryable) => Promise<number>): Promise<void>
}

/** The scripts of one owner, in order. The core track belongs to `core`; each customization has its own. */
export interface Track {
  readonly owner: string
  readonly migrations: readonly Migration[]
}
