// Applies a product sheet from a file, or prints the plan.
import { boolean, number, string } from '#core/contract.js'
import { fullGrant } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { readSheetFile } from '../sheet-file.js'

const commandCaller = Object.freeze({ grant: fullGrant, name: 'cli', id: null })

export const productApply = defineCliCommand({
  name: 'svc:product:apply',
  description: 'Applies a YAML sheet to a product, all or nothing. --dry-run prints the plan and changes nothing.',
  positional: ['file'],
  options: {
    file: string('The file of the sheet', { required: true, length: 4_000 }),
    product_id: number('Product', {
      min: 1,
      help: "The id of the product that becomes so; that with the sheet's key if left out.",
    }),
    prune: boolean('Prune', {
      help: 'Deletes parts that the sheet does not contain, and resets fields that it does not contain.',
    }),
    dry_run: boolean('Dry run', { help: 'Prints the plan with findings and affected configurations, and changes nothing.' }),
  },
  examples: ['svc:product:apply lamp.yaml --dry-run', 'svc:product:apply lamp.yaml --prune'],
  async run({ open, options: { file, ...flags }, progress }) {
    const sheet = await readSheetFile(file, { option: 'file', progress })
    const app = await open(withoutStarts)
    return app.act('apply-product-sheet', { sheet, ...flags }, { caller: commandCaller, progress })
  },
})
