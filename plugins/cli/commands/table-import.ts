// Imports a variant table from a CSV file.
import { readFile } from 'node:fs/promises'
import { NotFoundError } from '#core/ground/errors.js'
import { boolean } from '#core/model/properties/boolean.js'
import { dropdown } from '#core/model/properties/dropdown.js'
import { number } from '#core/model/properties/number.js'
import { string } from '#core/model/properties/string.js'
import { defineCliCommand, openOnly } from '../command.js'

export const tableImport = defineCliCommand({
  name: 'svc:table:import',
  description: 'Writes a variant table of a product from a CSV file; the first line names questions.',
  positional: ['product', 'file'],
  options: {
    product: number('Product', { required: true, min: 1, help: 'The id of the product.' }),
    file: string('File', { required: true, help: 'Separated by commas, semicolons or tabs.' }),
    name: string('Name', { help: "The table's name; that of the file if left out." }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      help: 'allow if left out.',
    }),
    dry_run: boolean('Dry run', { help: 'Tells what would happen and stores nothing.' }),
  },
  examples: ['svc:table:import 1 widths.csv', 'svc:table:import 1 not-together.csv --mode forbid --dry-run'],
  async run({ open, options: { product, file, name, mode, dry_run } }): Promise<unknown> {
    const csv = await readFile(file, 'utf8').catch(() => {
      throw new NotFoundError(`The file '${file}' cannot be read.`)
    })
    const app = await open(openOnly)
    const called = name ?? file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
    const input = { product_id: product, name: called, csv, ...(mode && { mode }), ...(dry_run && { dry_run }) }
    return app.act('import-table', input)
  },
})
