// Baseline of the transfer bench: dumps the rows of products as lines of JSON and loads them, one commit per product.
import { readFileSync, writeFileSync } from 'node:fs'
import type { App } from '../../core/app.js'
import { insertRows, quoteName } from '../../core/storage/database/dialect.js'

type TransferredCell = string | number | null
type TransferredRow = Readonly<Record<string, TransferredCell>>
/** Rows of one product, by table. */
type TransferredRows = Record<string, TransferredRow[]>

/** Tables of a product's records, with the column that references the parent record. Parents come first. */
const records: Readonly<Record<string, readonly [entity: string, above: string | null, entityAbove: string]>> = {
  svc_product: ['product', null, ''],
  svc_page: ['page', 'product_id', 'product'],
  svc_question: ['question', 'page_id', 'page'],
  svc_answer: ['answer', 'question_id', 'question'],
  svc_calculation: ['calculation', 'product_id', 'product'],
  svc_calculation_formula: ['calculation-formula', 'calculation_id', 'calculation'],
}
/** Tables of data attached to records, and the columns that name their owner. */
const excludedTables: Readonly<Record<string, readonly [entity: string, id: string]>> = {
  svc_texts: ['entity', 'entity_id'],
  svc_unique_texts: ['entity', 'entity_id'],
  svc_references: ['source_entity', 'source_id'],
}

/** Rows per statement. */
const rowsPerStatement = 20

export async function dumpRows({ context: { database } }: App, file: string): Promise<void> {
  const products = new Map<string, TransferredRows>()
  const all = (table: string, order: string): Promise<TransferredRow[]> =>
    database.query<TransferredRow>(`SELECT * FROM ${quoteName(table)}${order}`)
  const put = (table: string, row: TransferredRow, rows: TransferredRows | undefined): void => {
    if (rows) (rows[table] ??= []).push(row)
  }
  for (const [table, [entity, above, entityAbove]] of Object.entries(records)) {
    for (const row of await all(table, ' ORDER BY id')) {
      const rows = above === null ? {} : products.get(`${entityAbove} ${row[above]}`)
      if (rows) products.set(`${entity} ${row['id']}`, rows)
      put(table, row, rows)
    }
  }
  for (const [table, [entity, id]] of Object.entries(excludedTables))
    for (const row of await all(table, '')) put(table, row, products.get(`${row[entity]} ${row[id]}`))
  writeFileSync(file, [...new Set(products.values())].map((rows) => `${JSON.stringify(rows)}\n`).join(''))
}

/** Parses a line. Throws for unknown tables and columns. */
function parseRows(line: string, columns: ReadonlyMap<string, ReadonlySet<string>>): TransferredRows {
  const rows = JSON.parse(line) as TransferredRows
  for (const [table, tableRows] of Object.entries(rows)) {
    const columnNames = columns.get(table)
    if (!columnNames || !Array.isArray(tableRows)) throw new TypeError(`There is no table '${table}'.`)
    for (const row of tableRows) {
      for (const [column, cell] of Object.entries(row)) {
        if (!columnNames.has(column)) throw new TypeError(`Table '${table}' has no column '${column}'.`)
        if (cell !== null && typeof cell !== 'string' && typeof cell !== 'number')
          throw new TypeError(`'${column}' is no value of a column.`)
      }
    }
  }
  return rows
}

/** Loads the file with multi-row statements. The database checks foreign keys. */
export async function insertDump(app: App, file: string): Promise<void> {
  const columns = new Map<string, ReadonlySet<string>>()
  for (const table of [...Object.keys(records), ...Object.keys(excludedTables)]) {
    const tableColumns = await app.context.database.query<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    columns.set(table, new Set(tableColumns.map(({ name }) => name)))
  }
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const rows = parseRows(line, columns)
    await app.records.unit(async ({ unitOfWork }) => {
      for (const [table, all] of Object.entries(rows)) {
        const names = Object.keys(all[0]!)
        for (let from = 0; from < all.length; from += rowsPerStatement) {
          const batch = all.slice(from, from + rowsPerStatement)
          await unitOfWork.run(
            insertRows(table, names, batch.length),
            batch.flatMap((row) => names.map((name) => row[name]!)),
          )
        }
      }
    })
  }
}
