// Imports a variant table from CSV text and replaces the product's table of that name.
import { parseVariantTable } from '../transfer/table/read.js'
import { loadProductTree } from '../product/published-tree.js'
import { dryRunArgument, productArgument, suggestProductStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { toFindingsMember, dryRunHelp, writeRecord } from './write-record.js'
import type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
import { NotFoundError, ValidationError } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import { parseCsvJob } from '../jobs/parse-csv.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'
import type { Finding } from '../storage/record/results.js'
import { getVersionedSnapshot } from '../storage/caches.js'

interface Output {
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
  readonly affected?: AffectedReport
}

/** Maximum duration of parsing in seconds. */
const seconds = 60

export const importTable = defineAction({
  name: 'import-table',
  description:
    'Imports a variant table from CSV text: allowed or forbidden combinations of answers. ' +
    'The first line contains questions, each other line a combination. ' +
    'Cells contain an answer, a number, a range such as 40..60, several such values separated by |, or * for any. ' +
    "Replaces the product's table of that name.",
  input: {
    product_id: productArgument(),
    name: string('Name', { required: true, trimmed: true, help: 'The name of the table.' }),
    csv: string('CSV', {
      required: true,
      long: true,
      length: 2_000_000,
      help: 'Separated by commas, semicolons or tabs. Questions and answers by title, internal name or id.',
    }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      help: 'allow (default): only these combinations; forbid: all others.',
    }),
    language: dropdown('Language', {
      choices: 'languages',
      help: 'The language of the numbers, a tag such as de-DE. Default: the store default.',
    }),
    dry_run: dryRunArgument(dryRunHelp),
  },
  // Not a tool: assistants write tables in product sheets.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { product_id: 1, name: 'Sizes', csv: 'Colour,Size\nRed,Small\nBlue,*\n', dry_run: true },
  nextStep: suggestProductStep,
  async run(scope, { product_id, name, csv, mode = 'allow', language, dry_run = false }): Promise<Output> {
    const { context, records, jobs, caller, progress } = scope
    const { languages } = (await getVersionedSnapshot(context)).snapshot
    const tree = await loadProductTree(context, context.database, product_id, languages)
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
    const { id, findings = [], affected } = await writeRecord(scope, { entity: 'variant-table', ...target, fields, dry_run })
    return {
      id,
      name,
      mode,
      created: !existing,
      columns,
      rows: rows.length,
      repeated_lines: repeated,
      ...toFindingsMember(findings),
      ...(dry_run && { dry_run, ...(affected && { affected }) }),
    }
  },
})
