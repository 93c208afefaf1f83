// Imports a variant table from CSV text and replaces the product's table of that name.
import { inputForms } from '#core/surface.js'
import { defineAction, dropdown, string } from '#core/contract.js'
import type { TableReport } from '../table/import-table.js'

export const importTable = defineAction({
  name: 'import-table',
  description:
    'Imports a variant table from CSV text: allowed or forbidden combinations of answers. ' +
    'The first line contains questions, each other line a combination. ' +
    'Cells contain an answer, a number, a range such as 40..60, several such values separated by |, or * for any. ' +
    "Replaces the product's table of that name.",
  input: {
    product_id: inputForms.productArgument(),
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
    dry_run: inputForms.dryRunArgument('If true, reports the effects and stores nothing.'),
  },
  // Not a tool: assistants write tables in product sheets.
  tool: false,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { product_id: 1, name: 'Sizes', csv: 'Colour,Size\nRed,Small\nBlue,*\n', dry_run: true },
  nextStep: inputForms.suggestProductStep,
  async run(scope, { product_id, name, csv, mode = 'allow', language, dry_run = false }): Promise<TableReport> {
    const { importVariantTable } = await import('../table/import-table.js')
    return importVariantTable(scope, { product_id, name, csv, mode, language, dry_run })
  },
})
