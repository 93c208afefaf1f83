// Types of statement parameters and results on both databases, and helpers for `IN` lists.

/** A column value. Integers beyond 2^53 are strings, to keep all digits. */
export type SqlValue = string | number | null
export type SqlParameter = string | number | bigint | null
export type Row = Readonly<Record<string, SqlValue>>

/** A row of an entity's table. */
export interface RecordRow {
  readonly id: number
  readonly revision: number
  readonly [column: string]: SqlValue
}

export interface RunResult {
  /** The id from a one-row INSERT, or the value of `Dialect.told`. Meaningless after other statements. */
  readonly insertId: number
  /** Matched rows, changed or not. */
  readonly affected: number
}

/** A source of query results: a database, a unit or a view. */
export interface QueryRunner {
  /** Reads. Outside of a unit it sees committed rows only and may not write. */
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
}

/** `(?, ?, ?)`: a value list of that many parameters. */
export function toParameterList(count: number): string {
  return `(${'?, '.repeat(count - 1)}?)`
}

/**
 * The right side of `IN`. The list is padded to the next power of two by repeating the last value: lists of any length then
 * share few prepared statements. An empty list matches nothing.
 */
export function toInList(values: readonly SqlParameter[]): { readonly sql: string; readonly params: readonly SqlParameter[] } {
  if (values.length === 0) return { sql: '(NULL)', params: [] }
  let size = 1
  while (size < values.length) size *= 2
  const last = values.at(-1)!
  return { sql: toParameterList(size), params: [...values, ...Array<SqlParameter>(size - values.length).fill(last)] }
}

/** Splits the values of an `IN` list into portions that fit one statement on every database. */
export function splitIntoPortions<T>(values: readonly T[], size = 8_192): readonly (readonly T[])[] {
  if (values.length <= size) return [values]
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))
}
