// The description of a database table, shared by projections, declarations, migrations and the schema comparison.
import type { Column } from './property/kind.js'

export interface Table {
  readonly name: string
  /** The owner: `core`, or the name of a customization. */
  readonly owner: string
  /** Columns by name, in order. */
  readonly columns: Readonly<Record<string, Column>>
  /** One or more columns. */
  readonly primaryKey: readonly string[]
  /** True: the database numbers the single primary key column and never reuses an id. */
  readonly autoIncrement?: boolean
  /** Unique column lists. NULL values are never equal. */
  readonly unique?: readonly (readonly string[])[]
  /** Indexed column lists. */
  readonly indexes?: readonly (readonly string[])[]
}

/** The name of an index, equal on both databases. At most 64 characters, the limit of MySQL. */
export function indexName(table: string, columns: readonly string[], unique: boolean): string {
  const name = `${unique ? 'u' : 'i'}_${table}_${columns.join('_')}`
  if (name.length <= 64) return name
  let hash = 5381
  for (const character of name) hash = (hash * 33 + character.charCodeAt(0)) % 4_294_967_296
  return `${name.slice(0, 55)}_${hash.toString(36).padStart(7, '0')}`
}
