// Whoever looks for the best configuration of a product, beside requests and bounded.
import type { OptimumReport, OptimumRequest } from '../../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import type { ProductSource } from '../../engine/program/source.js'

export interface OptimumTask {
  readonly source: ProductSource
  /** Plain data, without texts. */
  readonly context: EvaluationContext
  readonly request: OptimumRequest
}

export interface Optimiser {
  /**
   * TOO_MANY_REQUESTS while the asker's last search runs; NOT_READY while as many others wait as may.
   * @param asker one search at a time of the same
   */
  ask(asker: string, task: OptimumTask): Promise<OptimumReport>
  /**
   * The same for nobody who waits: it takes its turn when nobody else does. `later` where too many of these wait already.
   * @param task asked for when its turn has come; null ends it
   */
  ponder(asker: string, task: () => Promise<OptimumTask | null>): Promise<OptimumReport | null | 'later'>
}
