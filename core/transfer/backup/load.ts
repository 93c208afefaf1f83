// Loads the rows of a backup into existing tables, in transactions of limited size.
import type { Database } from '../../storage/database/connection.js'
import { type SqlValue, quoteName } from '../../storage/database/dialect.js'
import { unit } from '../../storage/unit-of-work/transaction.js'
import { deleteAllRows, insertRawRows } from '../../storage/database/table-rows.js'
import { PackageFault } from '../package/faults.js'
import type { Backup } from './open.js'
import { locationVariables, systemVariableTable } from './rows.js'

/** Parameters of one statement, and characters of its texts: both far below the limits of the databases. */
const maxParameters = 5_000
const maxCharacters = 1_000_000

type Values = readonly SqlValue[]

const measureRow = (row: Values): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/** Splits rows into portions of one statement each. */
function splitRows(rows: readonly Values[], columns: number): readonly (readonly Values[])[] {
  const maximumRows = Math.max(1, Math.floor(maxParameters / columns))
  const portions: Values[][] = []
  let [current, length]: [Values[], number] = [[], 0]
  for (const row of rows) {
    const added = measureRow(row)
    if (current.length > 0 && (current.length >= maximumRows || length + added > maxCharacters)) {
      portions.push(current)
      ;[current, length] = [[], 0]
    }
    current.push(row)
    length += added
  }
  if (current.length > 0) portions.push(current)
  return portions
}

/** Filter for the rows of a table that the backup replaces. */
const formatReplacedFilter = (table: string): string =>
  table === systemVariableTable ? ` WHERE name NOT IN (${locationVariables.map((name) => `'${name}'`).join(', ')})` : ''

/** Empties and fills the tables of the backup, then sets the next id of each table to the backup's. */
export async function loadRows(database: Database, backup: Backup, progress: (sentence: string) => void): Promise<void> {
  const { dialect } = database
  for (const [name, { columns, next, rows: total, parts }] of Object.entries(backup.manifest.tables)) {
    await unit(database, async (u) => {
      await deleteAllRows(u, name, formatReplacedFilter(name))
    })
    for await (const rows of backup.rows(name)) {
      const portions = splitRows(rows, columns.length)
      try {
        await unit(database, async (u) => {
          for (const portion of portions) await insertRawRows(u, name, columns, portion)
        })
      } catch (error) {
        if (!dialect.isDuplicate(error)) throw error
        throw new PackageFault('malformed-record', `The table '${name}' has two rows with the same key.`)
      }
    }
    if (next !== null) for (const sql of dialect.setNextId(name, next)) await database.execute(sql)
    if (parts > 1) progress(`Restored ${total} rows of ${name}.`)
  }
}

/** The names of tables whose number of rows differs from the backup. */
export async function findDifferingTables(database: Database, backup: Backup): Promise<readonly string[]> {
  const differing: string[] = []
  for (const [name, { rows }] of Object.entries(backup.manifest.tables)) {
    const [counts] = await database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${quoteName(name)}${formatReplacedFilter(name)}`,
    )
    if (Number(counts?.count) !== rows) differing.push(name)
  }
  return differing
}
