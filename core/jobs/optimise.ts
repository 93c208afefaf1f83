// Finds the best complete configurations of a product.
import type { OptimumReport, OptimumRequest } from '../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../engine/program/program.js'
import type { ProductSource } from '../engine/program/source.js'
import { defineWorkerJob } from './define-worker-job.js'

interface OptimiseInput {
  readonly source: ProductSource
  readonly context: EvaluationContext
  readonly request: OptimumRequest
}

export const optimiseJob = defineWorkerJob<OptimiseInput, OptimumReport>({
  name: 'optimise',
  async run({ types, spent }, { source, context, request }) {
    const { optimizeConfiguration } = await import('../engine/optimum/optimizer.js')
    return optimizeConfiguration(source, types, context, request, spent)
  },
})
