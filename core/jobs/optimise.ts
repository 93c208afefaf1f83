// Finds the best complete configurations of a product.
import type { OptimumReport, OptimumRequest } from '../engine/optimum/define.js'
import type { EvaluationContext } from '../engine/program/context.js'
import type { ProductSource } from '../engine/program/source.js'
import { defineJob } from '../job/define.js'

export interface OptimiseInput {
  readonly source: ProductSource
  readonly context: EvaluationContext
  readonly request: OptimumRequest
}

export const optimiseJob = defineJob<OptimiseInput, OptimumReport>({
  name: 'optimise',
  async run({ types, spent }, { source, context, request }) {
    const { optimise } = await import('../engine/optimum/optimise.js')
    return optimise(source, types, context, request, spent)
  },
})
