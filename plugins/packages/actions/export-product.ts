// Exports products with all their parts to a transfer package.
import { inputForms } from '#core/surface.js'
import { json, defineAction, string, ServiceContext } from '#core/contract.js'
import type { ExportedPackage } from '../export/write.js'

const maximumIds = 1_000

export const exportProduct = defineAction({
  name: 'export-product',
  description:
    'Exports products with all their parts to one zip file, to import elsewhere or keep as a backup. ' +
    'Reports its path, size and omitted parts.',
  input: {
    product_ids: json('Product ids', {
      content: inputForms.createIdListContent(maximumIds),
      required: true,
      help: 'The ids of the products, for example [1, 2].',
    }),
    out: string('Out', {
      help: 'Over HTTP a file name in the transfer folder, otherwise any path. Default: a generated name.',
    }),
  },
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:export',
  example: { product_ids: [1] },
  nextStep: inputForms.suggestProductStep,
  async run({ context, caller, progress }, { product_ids, out }): Promise<ExportedPackage> {
    const { writePackage } = await import('../export/write.js')
    return writePackage(new ServiceContext(context), { ids: product_ids, out: out ?? null, caller, progress })
  },
})
