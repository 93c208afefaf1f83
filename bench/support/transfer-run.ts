// Runs one measured transfer operation in a separate process, so its peak memory can be measured.
// `node dist/bench/support/transfer-run.js <act> <database> <file> <shape> <size>`; prints seconds and megabytes as JSON.
import type { App } from '../../core/app.js'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { fullGrant } from '../../core/foundation/access.js'
import { applySheet } from '../../plugins/sheets/sheet/apply.js'
import { readSheet } from '../../plugins/sheets/sheet/read.js'
import { readYaml } from '../../plugins/sheets/sheet/yaml.js'
import { loadExistingProduct } from '../../plugins/sheets/sheet/match.js'
import { standalone } from '../../hosts/standalone/index.js'
import { packages } from '../../plugins/packages/index.js'
import { stock } from '../../plugins/stock/index.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { insertRows, quoteName } from '../../core/storage/database/dialect.js'

const createPageLines = 50

/** Every second question has three answers, every fifth a rule, every tenth its own price. The sheet also has a formula and a table. */
function createLargeSheet(questions: number): string {
  const lines = ['sheet: 1', 'product: large', 'title: { en-GB: Large, de-DE: Groß }', 'tax_class_id: Standard', 'pages:']
  for (let n = 0; n < questions; n++) {
    if (n % createPageLines === 0)
      lines.push(
        `  - title: { en-GB: Page ${n / createPageLines + 1}, de-DE: Seite ${n / createPageLines + 1} }`,
        '    questions:',
      )
    lines.push(`      q${n}:`, `        title: { en-GB: Question ${n}, de-DE: Frage ${n} }`)
    if (n % 5 === 0 && n > 0) lines.push(`        rules: q${n - (n % 2 === 0 ? 2 : 1)} != ''`)
    if (n % 10 === 5) lines.push('        calcmodel: c0')
    if (n % 2 === 1) continue
    lines.push('        question_type: Radiobuttons', '        answers:')
    for (const [price, name] of ['Oak', 'Walnut', 'Beech'].entries())
      lines.push(`          - { title: ${name}, price: ${price} }`)
  }
  lines.push('calculations:', '  c0: q0.price + 1', '')
  return lines.join('\n')
}

function createSmallSheet(n: number): string {
  const questions = [0, 1, 2].map(
    (at) => `      q${at}:
        title: { en-GB: Question ${at}, de-DE: Frage ${at} }
        question_type: Radiobuttons
        answers: [{ title: Oak, price: 1 }, { title: Walnut, price: 2, rules: ${at === 0 ? 'q1' : 'q0'} != '' }]`,
  )
  return `sheet: 1
product: small-${n}
title: { en-GB: Small ${n}, de-DE: Klein ${n} }
tax_class_id: Standard
pages:
  - title: { en-GB: Page, de-DE: Seite }
    questions:
${questions.join('\n')}
calculations:
  c0: q0.price + 1
`
}

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

/** Baseline of the bench: dumps the rows of products as lines of JSON. */
async function dumpRows({ context: { database } }: App, file: string): Promise<void> {
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

/** Loads the file with multi-row statements, one commit per product. The database checks foreign keys. */
async function insertDump(app: App, file: string): Promise<void> {
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

export interface TransferCost {
  readonly seconds: number
  /** CPU seconds of the operation, including threads. */
  readonly cpu: number
  /** Peak memory of the process in megabytes. */
  readonly peak: number
}

const languages = ['en-GB', 'de-DE']
const caller = { grant: fullGrant, name: 'bench', id: null }

async function applySheetFile(app: App, text: string): Promise<void> {
  const sheet = await readSheet(app.context.registry, languages, readYaml(text))
  const options = { prune: false, files: new Map(), requireCode: () => undefined }
  const existingProduct = await loadExistingProduct(app.shop.createContext({}), sheet, options)
  await app.shop.createContext({}).transact((inside) => applySheet(inside, sheet, options, existingProduct))
}

const transferActions: Readonly<Record<string, (app: App, file: string, sheets: () => Iterable<string>) => Promise<void>>> = {
  async apply(app, _file, sheets) {
    for (const text of sheets()) await applySheetFile(app, text)
  },
  async export(app, file) {
    const rows = await app.context.database.query<{ id: number }>('SELECT id FROM svc_product ORDER BY id')
    await app.act('export-product', { product_ids: rows.map(({ id }) => id), out: file }, { caller })
  },
  async import(app, file) {
    await app.act('import-product-package', { path: file, mode: 'copy', acknowledge_warnings: true }, { caller })
  },
  async check(app, file) {
    await app.act('check-product-package', { path: file, mode: 'copy' }, { caller })
  },
  dump: (app, file) => dumpRows(app, file),
  load: (app, file) => insertDump(app, file),
}

const [, program = '', act, database, file, shape, size] = process.argv
if (program.endsWith('transfer-run.js') && act && database && file) {
  const config = { languages, host: standalone(), plugins: [stock, packages], demo: false, logLevel: 'error' as const, database }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const count = Number(size)
  const sheets = function* (): Generator<string> {
    if (shape === 'large') yield createLargeSheet(count)
    else for (let n = 0; n < count; n++) yield createSmallSheet(n)
  }
  const [startTime, used] = [performance.now(), process.cpuUsage()]
  await transferActions[act]!(app, file, sheets)
  const seconds = (performance.now() - startTime) / 1_000
  const { user, system } = process.cpuUsage(used)
  await app.stop()
  const spent: TransferCost = { seconds, cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1_024 }
  process.stdout.write(`${JSON.stringify(spent)}\n`)
}
