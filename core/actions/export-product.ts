// Writes products with all that belongs to them into a transfer package (spec 2.7, 4.4).
import { productStep } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { idList } from '../action/id-list.js'
import { string } from '../model/properties/string.js'
import { Work } from '../storage/work.js'
import type { WrittenPackage } from '../transfer/export/write.js'

export const exportProduct = defineAction({
  name: 'export-product',
  description:
    'Writes products with all that belongs to them into one zip file, to import elsewhere or keep as a backup. ' +
    'Reports its path, its size, and what is not in it.',
  input: {
    product_ids: idList('Product ids', 'The ids of the products, e.g. [1, 2].'),
    out: string('Out', {
      help: 'Over HTTP a file name in the transfer folder, elsewhere any path; made if left out.',
    }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:export',
  example: { product_ids: [1] },
  nextStep: productStep,
  run: async ({ context, caller, progress }, { product_ids, out }): Promise<WrittenPackage> =>
    (await import('../transfer/export/write.js')).writePackage(new Work(context), {
      ids: product_ids,
      out: out ?? null,
      caller,
      progress,
    }),
})
