// Interface of the optimizer, which searches the best configuration of a product outside the request, within limits.
import type { OptimumReport, OptimumRequest } from '../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../engine/program/program.js'
import type { ProductSource } from '../engine/program/source.js'

export interface OptimumTask {
  readonly source: ProductSource
  /** Serialisable, without texts. */
  readonly context: EvaluationContext
  readonly request: OptimumRequest
}

export interface Optimiser {
  /**
   * TOO_MANY_REQUESTS while another search of the same caller runs; NOT_READY if the queue is full.
   * @param asker id of the caller, which can run one search at a time
   */
  ask(asker: string, task: OptimumTask): Promise<OptimumReport>
  /**
   * Background search: runs only while no other search waits. Returns `later` if too many background searches are queued or the
   * caller has one already.
   * @param task loads the search when it starts; null cancels it
   */
  searchInBackground(asker: string, task: () => Promise<OptimumTask | null>): Promise<OptimumReport | null | 'later'>
}
