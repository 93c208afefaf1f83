// Proves the rules of a whole product.
import { createMessage } from '../foundation/message.js'
import type { ProofReport } from '../engine/proof/product-proof.js'
import type { ProductSource } from '../engine/program/source.js'
import { defineWorkerJob } from './define-worker-job.js'

export const proveJob = defineWorkerJob<ProductSource, ProofReport>({
  name: 'prove',
  async run({ types, spent, progress }, source) {
    const { runProofs } = await import('../engine/proof/product-proof.js')
    return runProofs(source, types, {
      expired: () => spent(1),
      progress: (stage, completedCount, of) =>
        progress(
          createMessage(stage === 'rules' ? 'results.provedRules' : 'results.provedAnswers', { done: completedCount, all: of }),
        ),
    })
  },
})
