// Proves a product: contradictions, rules without effect, and unreachable questions and answers.
import { createMessage } from '../foundation/message.js'
import { loadProductSource } from '../product/source.js'
import { defineAction } from './define-action.js'
import { proveJob } from '../jobs/prove.js'
import type { ProofReport } from '../engine/proof/product-proof.js'
import { join } from '../model/properties/join.js'
import { number } from '../model/properties/number.js'

export const proveProduct = defineAction({
  name: 'prove-product',
  description:
    'Checks all rules and tables of a product; use it after authoring, before publishing. Finds contradictions, rules without effect, cycles, and unreachable questions and answers.',
  input: {
    product_id: join('Product', 'product', { required: true, help: 'The id of the product.' }),
    seconds: number('Seconds', {
      scale: 0,
      min: 1,
      max: 600,
      help: 'Default 30.',
    }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:product:prove',
  async run(
    { context, caller, jobs, progress },
    { product_id, seconds = 30 },
  ): Promise<ProofReport & { readonly product_id: number }> {
    const source = await loadProductSource(context, product_id)
    progress(createMessage('results.proving', { questions: source.questions.length, answers: source.answers.length }))
    return { product_id, ...(await jobs.run(proveJob, source, { caller, seconds, progress })) }
  },
})
