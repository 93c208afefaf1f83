// What statements take and give, in and out of a unit, on both databases.

/** What a column holds: integers beyond 2^53 come as strings, so that no digit is lost. */
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
  /** The id that a one-row INSERT gave, or what `Dialect.told` names; of no meaning after anything else. */
  readonly insertId: number
  /** Rows that matched, changed or not, on both databases. */
  readonly affected: number
}

/** What can be read from. */
export interface QueryRunner {
  /** Reads. Outside of a unit it sees committed rows only and may not write. */
  query<R extends object = Row>(sql: string, params?: readonly SqlParameter[]): Promise<R[]>
}

/** `(?, ?, ?)`: a value list of that many parameters. */
export function parameterList(count: number): string {
  return `(${'?, '.repeat(count - 1)}?)`
}

/**
 * The right side of `IN`: lists are filled up to the next power of two by repeating the last value, so that lists of any
 * length share few statements. An empty list matches nothing.
 */
export function inList(values: readonly SqlParameter[]): { readonly sql: string; readonly params: readonly SqlParameter[] } {
  if (values.length === 0) return { sql: '(NULL)', params: [] }
  let size = 1
  while (size < values.length) size *= 2
  const last = values.at(-1)!
  return { sql: parameterList(size), params: [...values, ...Array<SqlParameter>(size - values.length).fill(last)] }
}

/** Values of an IN list in portions that every database takes in one statement, where there may be tens of thousands. */
export function portions<T>(values: readonly T[], size = 8_192): readonly (readonly T[])[] {
  if (values.length <= size) return [values]
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))
}
