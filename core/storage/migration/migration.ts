// The interfaces of a migration script, of its repeatable steps and of a track of scripts.
import type { Table } from '../../foundation/table.js'
import type { Dialect, Queryable } from '../database/dialect.js'

/** One script of a track. It can be interrupted anywhere and run again: each step first checks whether it is already done. */
export interface Migration {
  /** Four digits, ascending within the track: `0002`. */
  readonly version: string
  /** A description in kebab case. */
  readonly name: string
  /** On an empty database this script also makes the changes of the scripts up to this version, which then do not run. */
  readonly installsVersion?: string
  /** Runs the migration. It may only use `steps`. */
  up(steps: MigrationSteps): Promise<void>
}

/** Each call is one step. On MySQL a schema step commits implicitly; on SQLite the whole script is one transaction. */
export interface MigrationSteps {
  /** The SQL dialect of the connected database, for use in `data`. */
  readonly dialect: Dialect
  /** The configured languages, the store default first. */
  readonly languages: readonly string[]
  /** Creates the table and its indexes, unless they exist. */
  createTable(table: Table): Promise<void>
  /** Creates an entity's table as the registry defines it. Not for core scripts, which contain fixed table definitions. */
  createEntityTable(entity: string): Promise<void>
  /**
   * Adds the property's column, the indexes that use it, and its normalized column for search and sort. For a table without an entity:
   * its definition and the name of the column. With `ifDeclared` it does nothing if no plugin of this installation declares the property.
   */
  addColumn(entity: string | Table, property: string, options?: { readonly ifDeclared?: boolean }): Promise<void>
  /** Makes texts searchable and sortable that were stored before their property became so. */
  foldTexts(entity: string, property: string): Promise<void>
  /** Adds an index to a table made by `createTable`. Indexes of properties are added with their columns. */
  addIndex(table: Table, columns: readonly string[], unique?: boolean): Promise<void>
  /** Drops a column with its data, if it exists. */
  dropColumn(table: string, column: string): Promise<void>
  /** Drops a table with its data, if it exists. */
  dropTable(table: string): Promise<void>
  /** Changes rows atomically and exactly once, even if the script runs several times. */
  data(change: (on: Queryable) => Promise<void>): Promise<void>
  /**
   * Changes many rows in batches, each in its own transaction, until `change` returns 0 changed rows. An interrupted step continues
   * with the remaining rows, so `change` must select them by their contents.
   */
  dataInBatches(change: (on: Queryable) => Promise<number>): Promise<void>
}

/** The scripts of one owner, in order. The core track belongs to `core`; each customization has its own. */
export interface MigrationTrack {
  readonly owner: string
  readonly migrations: readonly Migration[]
}
