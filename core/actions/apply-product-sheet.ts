// Changes a product to match a sheet in one transaction, or reports the changes without making them.
import { createMessage } from '../foundation/message.js'
import { type ApplySheetReport, applySheetAndReport } from './apply-sheet.js'
import { dryRunArgument } from './arguments.js'
import { defineAction } from './define-action.js'
import { boolean } from '../model/properties/boolean.js'
import { number } from '../model/properties/number.js'
import { string } from '../model/properties/string.js'
import { maxSheetLength } from '../transfer/sheet/define.js'

export const applyProductSheet = defineAction({
  name: 'apply-product-sheet',
  description:
    'Changes a product to match a YAML sheet, all or nothing; call it with dry_run first. ' +
    'The action get-product-sheet shows one. Code requires code:write.',
  input: {
    sheet: string('Sheet', { required: true, long: true, length: maxSheetLength, help: "YAML: 'sheet: 1', 'product: <key>' …" }),
    product_id: number('Product', { min: 1, help: "The id. Default: the product with the sheet's key, or a new one." }),
    prune: boolean('Prune', { help: 'True: deletes parts that the sheet does not contain.' }),
    dry_run: dryRunArgument('If true, reports the plan and changes nothing.'),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  example: { sheet: 'sheet: 1\nproduct: lamp\n', dry_run: true },
  nextStep: ({ code }) => (code === 'VALIDATION_FAILED' ? createMessage('steps.correctSheet') : null),
  async run(scope, { sheet, product_id: productId, prune = false, dry_run: dryRun = false }): Promise<ApplySheetReport> {
    return applySheetAndReport(scope, { sheet, productId, prune, dryRun })
  },
})
