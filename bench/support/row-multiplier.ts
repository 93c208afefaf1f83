// Multiplies rows by SQL statements. Each copy gets its own id and references the copies made with it.
import { day, formatIsoTime } from '../../core/foundation/clock.js'
import type { Database } from '../../core/storage/database/connection.js'
import { quoteName, quoteColumns } from '../../core/storage/database/dialect.js'

/** Copies per statement. */
const copiesPerStatement = 2_000
const numbersTable = 'bench_numbers'

/** Ids of the copies: copy `i` (from 1) of the row `id` has the id `id + offset + (i - 1) * span`. */
interface IdRange {
  readonly first: number
  readonly last: number
  readonly offset: number
  readonly span: number
}

export interface CopyInstruction {
  readonly table: string
  /** Id range of the rows to copy, both ends included. */
  readonly from?: readonly [first: number, last: number]
  /** Selects rows by the owner's id, for tables without an id of their own. */
  readonly by?: { readonly column: string; readonly table: string; readonly where?: string }
  /** Columns that reference rows copied the same number of times, by table. */
  readonly leads?: Readonly<Record<string, string>>
  /** SQL of other columns. `$i` is the number of the copy, `$when` a time that increases with it, `s` the row. */
  readonly set?: Readonly<Record<string, string>>
  /** Copies per day. The last copy is from today. Default: all copies have the original time. */
  readonly perDay?: number
}

export class RowMultiplier {
  private readonly places = new Map<string, IdRange>()

  constructor(private readonly database: Database) {}

  async open(): Promise<void> {
    await this.database.run(`CREATE TABLE ${numbersTable} (i INTEGER PRIMARY KEY)`)
    const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`
    await this.database.run(
      `INSERT INTO ${numbersTable} SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e`,
    )
  }

  async close(): Promise<void> {
    await this.database.run(`DROP TABLE ${numbersTable}`)
  }

  /** SQL for the id of copy `$i` of the row. */
  toCopyId(table: string, column: string, i = '$i'): string {
    const { offset, span } = this.findRange(table)
    return `${column} + ${offset} + (${i} - 1) * ${span}`
  }

  /** SQL that cycles through the row and its copies. */
  toDistributedId(table: string, column: string, copies: number, i = '$i'): string {
    const { offset, span } = this.findRange(table)
    return `${column} + ${offset} + ((${i} - 1) % ${copies}) * ${span}`
  }

  private findRange(table: string): IdRange {
    const place = this.places.get(table)
    if (!place) throw new Error(`Rows of ${table} are copied after those that lead to them.`)
    return place
  }

  async copy({ table, from, by, leads = {}, set = {}, perDay = Infinity }: CopyInstruction, count: number): Promise<void> {
    const [sample] = await this.database.query(`SELECT * FROM ${quoteName(table)} LIMIT 1`)
    const columns = Object.keys(sample!)
    if (from) await this.updateRange(table, from)
    const values = columns.map((column) => {
      if (column in set) return set[column]!
      if (column === 'id') return from ? this.toCopyId(table, 's.id') : 'NULL'
      if (by?.column === column) return this.toCopyId(by.table, `s.${quoteName(column)}`)
      return column in leads ? this.toCopyId(leads[column]!, `s.${quoteName(column)}`) : `s.${quoteName(column)}`
    })
    const { first, last } = from ? this.findRange(table) : this.findRange(by!.table)
    const those = `s.${quoteName(by?.column ?? 'id')} BETWEEN ${first} AND ${last}${by?.where === undefined ? '' : ` AND ${by.where}`}`
    const step = Math.max(50, Math.min(copiesPerStatement, perDay * 5))
    for (let offset = 0; offset < count; offset += step) {
      const batchSize = Math.min(step, count - offset)
      const select = values
        .join(', ')
        .replaceAll('$i', `(n.i + ${offset + 1})`)
        .replaceAll('$when', `'${formatIsoTime(Date.now() - ((count - offset) / perDay) * day)}'`)
      await this.database.run(
        `INSERT INTO ${quoteName(table)} (${quoteColumns(columns)}) SELECT ${select} FROM ${numbersTable} n JOIN ${quoteName(table)} s ON ${those} WHERE n.i < ${batchSize}`,
      )
    }
  }

  private async updateRange(table: string, [first, last]: readonly [number, number]): Promise<void> {
    const [row] = await this.database.query<{ last: number }>(`SELECT MAX(id) AS last FROM ${quoteName(table)}`)
    this.places.set(table, { first, last, offset: Number(row!.last) + 1 - first, span: last - first + 1 })
  }
}
