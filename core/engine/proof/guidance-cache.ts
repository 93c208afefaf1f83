// A cache of results for all configurations of a product: complete configurations, and reasons that exclude answers.
import type { Literal } from './solver.js'

const maxCompletions = 400
const maxReasons = 12

export class GuidanceCache {
  /** The values of all subjects. The latest completion is the last. */
  readonly completions: Int32Array[] = []
  /** By answer: sets of assumptions that exclude it. */
  private readonly reasons = new Map<number, (readonly Literal[])[]>()

  /** Caches a completion and returns it. */
  addCompletion(values: Int32Array): Int32Array {
    if (this.completions.length >= maxCompletions) this.completions.splice(0, maxCompletions / 4)
    this.completions.push(values)
    return values
  }

  /** Caches a reason why no completion contains the answer. */
  addExclusion(answer: number, reason: readonly Literal[]): void {
    const existing = this.reasons.get(answer)
    if (!existing) this.reasons.set(answer, [reason])
    else if (existing.length < maxReasons) existing.push(reason)
    else existing[existing.indexOf(existing.reduce((a, b) => (b.length > a.length ? b : a)))] = reason
  }

  /** Whether a cached reason applies to the current assumptions. */
  excludes(answer: number, assumptions: ReadonlySet<Literal>): boolean {
    return this.reasons.get(answer)?.some((reason) => reason.every((literal) => assumptions.has(literal))) ?? false
  }
}
