// Stores a variant table from CSV text: parses the text in a worker thread, then writes the product's table of that name.
import { type Finding, productEditing, recordGraphs } from '#core/surface.js'
import { type ActionScope, createMessage, getVersionedSnapshot, NotFoundError, ValidationError } from '#core/contract.js'
import { parseCsvJob } from './parse-csv.js'
import { parseVariantTable } from './read.js'

interface TableInput {
  readonly product_id: number
  readonly name: string
  readonly csv: string
  readonly mode: 'allow' | 'forbid'
  /** The language of the numbers. Default: the store default. */
  readonly language: string | undefined
  readonly dry_run: boolean
}

export interface TableReport {
  readonly id: number
  readonly name: string
  readonly mode: 'allow' | 'forbid'
  /** False if an existing table was replaced. */
  readonly created: boolean
  /** Titles of the questions. */
  readonly columns: readonly string[]
  readonly rows: number
  /** Numbers of omitted duplicate lines. */
  readonly repeated_lines: readonly number[]
  readonly findings?: readonly Finding[]
  readonly dry_run?: true
  readonly affected?: productEditing.AffectedReport
}

/** Maximum duration of parsing in seconds. */
const seconds = 60

/** VALIDATION_FAILED on `csv` for unreadable text or unknown questions and answers. NOT_FOUND for an unknown product. */
export async function importVariantTable(
  scope: ActionScope,
  { product_id, name, csv, mode, language, dry_run }: TableInput,
): Promise<TableReport> {
  const { context, records, jobs, caller, progress } = scope
  const { languages } = (await getVersionedSnapshot(context)).snapshot
  const tree = await productEditing.loadProductTree(context, context.database, product_id, languages)
  if (!tree) throw new NotFoundError(createMessage('errors.noProductWithId', { id: product_id }))
  const parsed = await jobs.run(parseCsvJob, { text: csv }, { caller, seconds, progress })
  if ('issue' in parsed) throw new ValidationError([parsed.issue])
  const { questionTypes } = context.registry
  const { question_ids, rows, columns, repeated } = parseVariantTable(
    tree,
    parsed.csv,
    (type) => questionTypes.get(type)?.takesAnswers === true,
    language ?? languages[0]!,
  )
  const { records: existingTables } = await records.list('variant-table', {
    filters: new Map([['product_id', product_id]]),
    limit: 1_000,
  })
  const existing = existingTables.find((table) => table.name === name)
  const fields = { question_ids, rows, mode, ...(existing ? {} : { product_id, name }) }
  const target = existing ? { id: existing.id } : {}
  const {
    id,
    findings = [],
    affected,
  } = await recordGraphs.writeRecord(scope, { entity: 'variant-table', ...target, fields, dry_run })
  return {
    id,
    name,
    mode,
    created: !existing,
    columns,
    rows: rows.length,
    repeated_lines: repeated,
    ...recordGraphs.toFindingsMember(findings),
    ...(dry_run && { dry_run, ...(affected && { affected }) }),
  }
}
