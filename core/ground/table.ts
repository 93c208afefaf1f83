// A table as both databases get it: what projections, declarations, migrations and the schema comparer speak.
import type { Column } from './property/kind.js'

export interface Table {
  readonly name: string
  /** Whose it is: `core`, or the customization's name. */
  readonly owner: string
  /** In order. */
  readonly columns: Readonly<Record<string, Column>>
  /** One column or several. */
  readonly primaryKey: readonly string[]
  /** The single primary key column counts up by itself and never gives an id twice. */
  readonly autoIncrement?: boolean
  /** Column lists that hold no two equal rows; NULLs are never equal. */
  readonly unique?: readonly (readonly string[])[]
  /** Column lists that are looked up. */
  readonly indexes?: readonly (readonly string[])[]
}

/** An index's name, the same on both databases; at most 64 characters, MySQL's limit. */
export function indexName(table: string, columns: readonly string[], unique: boolean): string {
  const name = `${unique ? 'u' : 'i'}_${table}_${columns.join('_')}`
  if (name.length <= 64) return name
  let hash = 5381
  for (const character of name) hash = (hash * 33 + character.charCodeAt(0)) % 4_294_967_296
  return `${name.slice(0, 55)}_${hash.toString(36).padStart(7, '0')}`
}
