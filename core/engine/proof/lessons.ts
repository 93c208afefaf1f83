// What guidance has learnt of a product and keeps for its other configurations: whole completions, and what excludes which answer.
import type { Literal } from './solver.js'

const mostCompletions = 400
const mostReasons = 12

export class Lessons {
  /** Values of all subjects; the latest last. */
  readonly completions: Int32Array[] = []
  /** By answer: sets of assumptions that leave no completion with it. */
  private readonly reasons = new Map<number, (readonly Literal[])[]>()

  /** Keeps a completion and gives it back. */
  completed(values: Int32Array): Int32Array {
    if (this.completions.length >= mostCompletions) this.completions.splice(0, mostCompletions / 4)
    this.completions.push(values)
    return values
  }

  /** Keeps why no completion holds the answer. */
  excluded(answer: number, reason: readonly Literal[]): void {
    const known = this.reasons.get(answer)
    if (!known) this.reasons.set(answer, [reason])
    else if (known.length < mostReasons) known.push(reason)
    else known[known.indexOf(known.reduce((a, b) => (b.length > a.length ? b : a)))] = reason
  }

  /** True where something that stands now is known to exclude the answer. */
  excludes(answer: number, standing: ReadonlySet<Literal>): boolean {
    return this.reasons.get(answer)?.some((reason) => reason.every((literal) => standing.has(literal))) ?? false
  }
}
