// Implements the repeatable steps of migration scripts: each step checks the database first, and makes only the missing changes.
import { SystemError } from '../../foundation/errors.js'
import { toFoldedColumnName, foldText } from '../../foundation/property/text.js'
import { indexName, type Table } from '../../foundation/table.js'
import type { Database } from '../database/connection.js'
import { quoteName, type ExistingTable, insertRows, type Queryable, type SqlParameter } from '../database/dialect.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { claimStep } from './bookkeeping.js'
import type { MigrationSteps } from './migration.js'

/** The inputs for the steps of one script. */
export interface StepScope {
  readonly owner: string
  readonly version: string
  readonly languages: readonly string[]
  /** The open unit if DDL is transactional, otherwise the database. */
  readonly on: Database | Unit
  /** The tables of the registry's entities, by entity name. */
  readonly entityTables: ReadonlyMap<string, Table>
}

interface TableIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
}

export function listTableIndexes(table: Table): readonly TableIndex[] {
  const of = (lists: readonly (readonly string[])[] = [], unique = false): TableIndex[] =>
    lists.map((columns) => ({ columns, unique }))
  return [...of(table.unique, true), ...of(table.indexes)]
}

/** Invalidates the trigram index: the task index-texts rebuilds it. Searches read all records until then. */
const invalidateTrigramIndex = (on: Queryable): Promise<unknown> => on.run("UPDATE svc_gram_states SET fields = ''")

/** Rows read at a time. */
const batchSize = 500

/** Fills the normalized companion of a text column. */
export async function fillFoldedColumn(on: Queryable, table: string, name: string): Promise<void> {
  const [text, folded] = [quoteName(name), quoteName(toFoldedColumnName(name))]
  const next = `SELECT id, ${text} AS text FROM ${quoteName(table)} WHERE id > ? AND ${text} <> '' AND ${folded} = '' ORDER BY id LIMIT ${batchSize}`
  const change = `UPDATE ${quoteName(table)} SET ${folded} = ? WHERE id = ?`
  await invalidateTrigramIndex(on)
  for (let last = 0; ; ) {
    const rows = await on.query<{ id: number; text: string }>(next, [last])
    for (const row of rows) await on.run(change, [foldText(row.text), row.id])
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
  }
}

/** Fills the normalized texts of a translatable field. */
export async function fillFoldedTexts(on: Queryable, entity: string, field: string): Promise<void> {
  const of = 'entity = ? AND field = ?'
  const sql = `SELECT entity_id, language_tag, text FROM svc_texts WHERE ${of} AND entity_id > ? AND entity_id <= ? AND folded = ''`
  const [range] = await on.query<{ last: number | null }>(`SELECT MAX(entity_id) AS last FROM svc_texts WHERE ${of}`, [
    entity,
    field,
  ])
  const change = `UPDATE svc_texts SET folded = ? WHERE ${of} AND entity_id = ? AND language_tag = ?`
  await invalidateTrigramIndex(on)
  for (let first = 0; first < (range?.last ?? 0); first += batchSize) {
    const rows = await on.query<{ entity_id: number; language_tag: string; text: string }>(sql, [
      entity,
      field,
      first,
      first + batchSize,
    ])
    for (const row of rows) await on.run(change, [foldText(row.text), entity, field, row.entity_id, row.language_tag])
  }
}

export function createMigrationSteps(scope: StepScope): MigrationSteps {
  const { on, owner, version, languages, entityTables } = scope
  const { dialect } = on
  let dataSteps = 0

  const real = async (table: string): Promise<ExistingTable | undefined> => (await dialect.readTables(on, table)).get(table)

  function entityTable(entity: string): Table {
    const table = entityTables.get(entity)
    if (!table) throw new SystemError(`Script '${version}' of '${owner}' uses the entity '${entity}', which does not exist.`)
    return table
  }

  async function addIndex(
    table: Table,
    columns: readonly string[],
    unique: boolean,
    present: ExistingTable | undefined,
  ): Promise<void> {
    if (present?.indexes.has(indexName(table.name, columns, unique))) return
    await on.execute(dialect.createIndex(table.name, columns, unique, table.columns))
  }

  async function createTable(table: Table): Promise<void> {
    const present = await real(table.name)
    if (!present) await on.execute(dialect.createTable(table))
    for (const { columns, unique } of listTableIndexes(table)) await addIndex(table, columns, unique, present)
  }

  /** Adds and fills the property's normalized column for search and sort. */
  async function addCompanion(table: Table, property: string, present: ExistingTable | undefined): Promise<void> {
    const [name, column] = [toFoldedColumnName(property), table.columns[toFoldedColumnName(property)]]
    if (!column) return
    if (!present?.columns.has(name)) await on.execute(dialect.addColumn(table.name, name, column))
    await unit(on, (u) => fillFoldedColumn(u, table.name, property))
  }

  return {
    dialect,
    languages,
    createTable,
    createEntityTable: (entity) => createTable(entityTable(entity)),
    async addColumn(entity, property, { ifDeclared = false } = {}) {
      const table = typeof entity === 'string' ? entityTable(entity) : entity
      const column = table.columns[property]
      if (!column && ifDeclared) return
      if (!column)
        throw new SystemError(`Script '${version}' of '${owner}' uses '${property}', which has no column in '${table.name}'.`)
      const present = await real(table.name)
      if (!present?.columns.has(property)) await on.execute(dialect.addColumn(table.name, property, column))
      await addCompanion(table, property, present)
      for (const index of listTableIndexes(table)) {
        if (index.columns.includes(property)) await addIndex(table, index.columns, index.unique, present)
      }
    },
    foldTexts: (entity, property) => unit(on, (u) => fillFoldedTexts(u, entity, property)),
    addIndex: async (table, columns, unique = false) => addIndex(table, columns, unique, await real(table.name)),
    async dropColumn(table, column) {
      const present = await real(table)
      if (!present?.columns.has(column)) return
      for (const [name, index] of present.indexes)
        if (index.columns.includes(column)) await on.execute(dialect.dropIndex(table, name))
      await on.execute(`ALTER TABLE ${quoteName(table)} DROP COLUMN ${quoteName(column)}`)
    },
    dropTable: (table) => on.execute(`DROP TABLE IF EXISTS ${quoteName(table)}`),
    async data(change: (on: Queryable) => Promise<void>) {
      const step = ++dataSteps
      await unit(on, async (u) => {
        if (await claimStep(u, owner, version, step)) await change(u)
      })
    },
    async dataInBatches(change: (on: Queryable) => Promise<number>) {
      let changed: number
      do changed = await unit(on, change)
      while (changed > 0)
    },
  }
}

/** Parameters per statement: below SQLite's 32,766 and MySQL's 65,535. */
const parametersPerStatement = 10_000

/** Inserts rows. All rows must have the columns of the first one. */
export async function insertAllRows(
  on: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, SqlParameter>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const batchSize = Math.floor(parametersPerStatement / Math.max(1, columns.length))
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    const values = batch.flatMap((row) => columns.map((column) => row[column] ?? null))
    await on.run(insertRows(table, columns, batch.length), values)
  }
}

/** Adds the normalized texts for search and sort to the row, for columns that have a companion column. */
export function addFoldedValues(
  table: Table,
  row: Readonly<Record<string, SqlParameter>>,
): Readonly<Record<string, SqlParameter>> {
  const companions = Object.entries(row).filter(([name]) => table.columns[toFoldedColumnName(name)])
  return {
    ...row,
    ...Object.fromEntries(companions.map(([name, value]) => [toFoldedColumnName(name), foldText(String(value ?? ''))])),
  }
}

/** The translations of one field of a record; `texts` is by language tag. */
export interface SeedText {
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly texts: Readonly<Record<string, string>>
}

/** Inserts texts into `svc_texts`. Skips empty texts. */
export async function insertTexts(on: Queryable, seeds: readonly SeedText[]): Promise<void> {
  const rows = seeds.flatMap(({ entity, id, field, texts }) =>
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([tag, text]) => ({ entity, entity_id: id, field, language_tag: tag, text, folded: foldText(text) })),
  )
  await insertAllRows(on, 'svc_texts', rows)
}
