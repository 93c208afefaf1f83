// Makes a product what a sheet says, in one unit, or tells what that would do.
import type { AppliedSheet } from '../action/apply-sheet.js'
import { dryRunArgument } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { boolean } from '../model/properties/boolean.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { longestSheet } from '../transfer/sheet/define.js'

export const applyProductSheet = defineAction({
  name: 'apply-product-sheet',
  description:
    'Makes a product what a YAML sheet says, all or nothing; call it with dry_run first for the plan. ' +
    'The action get-product-sheet shows one. Code needs code:write.',
  input: {
    sheet: string('Sheet', { required: true, long: true, length: longestSheet, help: "YAML: 'sheet: 1', 'product: <key>' …" }),
    product_id: number('Product', { min: 1, help: "Its id; the product with the sheet's key, or a new one, if left out." }),
    prune: boolean('Prune', { help: 'True: what the sheet does not name goes; else it stays.' }),
    dry_run: dryRunArgument('True: gives the plan and changes nothing.'),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { sheet: 'sheet: 1\nproduct: lamp\n', dry_run: true },
  nextStep: ({ code }) =>
    code === 'VALIDATION_FAILED'
      ? 'Mend the lines that are named and send the whole sheet again; the action get-product-sheet shows how one is written.'
      : null,
  async run(scope, { sheet, product_id: productId, prune = false, dry_run: dryRun = false }): Promise<AppliedSheet> {
    const { applyTold } = await import('../action/apply-sheet.js')
    return applyTold(scope, { sheet, productId, prune, dryRun })
  },
})
