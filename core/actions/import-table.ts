// Writes a variant table from a spreadsheet's text, in place of the product's table of that name (domain §3).
import { dryRunArgument, productArgument, productStep } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { beside, dryRunHelp, writeRecord } from '../action/writing.js'
import type { Affected } from '../commerce/configuration/affected.js'
import { NotFoundError, ValidationError } from '../ground/errors.js'
import { parseCsvJob } from '../jobs/parse-csv.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'
import type { Finding } from '../storage/record/results.js'
import { momentOf } from '../storage/record/moment.js'

interface Output {
  readonly id: number
  readonly name: string
  readonly mode: 'allow' | 'forbid'
  /** False where the table stood already and has these rows now. */
  readonly created: boolean
  /** Titles of the questions. */
  readonly columns: readonly string[]
  readonly rows: number
  /** Lines that said what an earlier one said, and were left out. */
  readonly repeated_lines: readonly number[]
  readonly findings?: readonly Finding[]
  readonly dry_run?: true
  readonly affected?: Affected
}

/** Seconds that parsing may take. */
const seconds = 60

export const importTable = defineAction({
  name: 'import-table',
  description:
    'Writes a variant table from CSV text: combinations of answers that are allowed, or forbidden. ' +
    'The first line names questions, each other one a combination. ' +
    'Cells name an answer, a number, a range such as 40..60, several with | between them, or * for any. ' +
    "It takes the place of the product's table of that name.",
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
      help: 'allow, as it is if left out: there are only these combinations; forbid: there are all others.',
    }),
    language: dropdown('Language', {
      choices: 'languages',
      help: 'Tag such as de-DE of the language in which numbers are written, the default if left out.',
    }),
    dry_run: dryRunArgument(dryRunHelp),
  },
  // Assistants write tables in product sheets.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { product_id: 1, name: 'Sizes', csv: 'Colour,Size\nRed,Small\nBlue,*\n', dry_run: true },
  nextStep: productStep,
  async run(scope, { product_id, name, csv, mode = 'allow', language, dry_run = false }): Promise<Output> {
    const { context, records, jobs, caller, progress } = scope
    const { loadProductTree } = await import('../product/tree.js')
    const { readTable } = await import('../transfer/table/read.js')
    const { languages } = (await momentOf(context)).snapshot
    const tree = await loadProductTree(context, context.database, product_id, languages)
    if (!tree) throw new NotFoundError(`There is no product with the id ${product_id}.`)
    const parsed = await jobs.run(parseCsvJob, { text: csv }, { caller, seconds, progress })
    if ('issue' in parsed) throw new ValidationError([parsed.issue])
    const { questionTypes } = context.registry
    const { question_ids, rows, columns, repeated } = readTable(
      tree,
      parsed.csv,
      (type) => questionTypes.get(type)?.takesAnswers === true,
      language ?? languages[0]!,
    )
    const { records: named } = await records.list('variant-table', {
      filters: new Map([['product_id', product_id]]),
      limit: 1_000,
    })
    const known = named.find((one) => one.name === name)
    const fields = { question_ids, rows, mode, ...(known ? {} : { product_id, name }) }
    const target = known ? { id: known.id } : {}
    const { id, findings = [], affected } = await writeRecord(scope, { entity: 'variant-table', ...target, fields, dry_run })
    return {
      ...{ id, name, mode, created: !known, columns, rows: rows.length, repeated_lines: repeated },
      ...beside(findings),
      ...(dry_run && { dry_run, ...(affected && { affected }) }),
    }
  },
})
