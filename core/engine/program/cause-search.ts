// Searches for the smallest set of selections that makes a rule fail for all possible selections of the other questions.
import { type Condition, evaluateTree, type AnalyzedRule } from './rule-tree.js'
import type { ConfigurationState } from './state.js'
import { type SearchEffort, ExplanationSearch, subsets, tolerance } from './explanation-search.js'

export interface RuleCauses {
  /** The smallest set of questions whose selections make the rule fail regardless of the others. */
  readonly because: readonly number[]
  readonly exact: boolean
}

class BecauseSearch extends ExplanationSearch {
  because(): readonly number[] {
    const shrunkSet = this.direct ? null : this.shrink()
    if (shrunkSet && this.isSmallest(shrunkSet)) return shrunkSet
    const upperBound = shrunkSet ?? this.questions
    for (let size = 0; size < upperBound.length; size++) {
      for (const subset of subsets(this.questions, size)) {
        if (this.spent()) return shrunkSet ?? this.shrink()
        if (this.suffices(new Set(subset))) return subset
      }
    }
    return upperBound
  }

  /** Removes one question after the other from the explanation, those with the smallest effect first. */
  private shrink(): readonly number[] {
    const effects = this.effects()
    const order = this.questions.toReversed().sort((a, b) => effects.get(a)! - effects.get(b)!)
    const free = new Set(this.findIrrelevant(order, []))
    return this.questions.filter((question) => !free.has(question))
  }

  /** Questions that can be removed from the explanation: all at once if possible, otherwise by halves. */
  private findIrrelevant(order: readonly number[], free: readonly number[]): readonly number[] {
    if (order.length === 0) return free
    const all = [...free, ...order]
    if (this.failsWhatever(all)) return all
    if (order.length === 1) return free
    const middle = order.length >> 1
    return this.findIrrelevant(order.slice(middle), this.findIrrelevant(order.slice(0, middle), free))
  }

  /**
   * Whether the set is proven minimal. This is possible if the rule fails only because of one comparison with a sum: fixing the
   * questions with the largest gains needs the fewest questions.
   */
  private isSmallest(because: readonly number[]): boolean {
    const shortfalls = this.shortfalls()
    const [shortfall] = shortfalls
    if (!shortfall || shortfalls.length > 1 || !this.failsOnlyBy(shortfall.condition)) return false
    let remainingGain = shortfall.gains.reduce((sum, [, gain]) => sum + gain, 0)
    for (const [, gain] of shortfall.gains.slice(0, Math.max(0, because.length - 1))) remainingGain -= gain
    return because.length === 0 || remainingGain > shortfall.amount + tolerance
  }

  /** Whether all other conditions hold, and continue to hold for all selections of this condition's questions. */
  private failsOnlyBy(condition: Condition): boolean {
    const rule = this.target.rules[0]!
    const questionSet = new Set(condition.questions)
    const isSeparate = rule.conditions.every(
      (other) => other === condition || !other.questions.some((question) => questionSet.has(question)),
    )
    return isSeparate && evaluateTree(rule, (other) => other === condition || other.test(this.state)) === true
  }

  /** Whether no selections of the questions outside `kept` can satisfy the rule. */
  private suffices(fixed: ReadonlySet<number>): boolean {
    const free = this.questions.filter((question) => !fixed.has(question))
    return !this.canHold(free, 0)
  }

  private canHold(free: readonly number[], at: number): boolean {
    const question = free[at]
    if (question === undefined) return this.holds()
    if ((at === 0 || !this.direct) && this.failsWhatever(free.slice(at))) return false
    for (const value of this.domains.get(question)!) {
      // If time runs out, the set does not count as sufficient.
      if (this.spent()) return true
      this.trial.setSelection(question, value)
      const result = this.canHold(free, at + 1)
      this.trial.setSelection(question, this.state.text[question]!)
      if (result) return true
    }
    return false
  }
}

/** Explains why a rule fails for the current selections. */
export function searchCauses(state: ConfigurationState, rule: AnalyzedRule, effort?: SearchEffort): RuleCauses {
  const search = new BecauseSearch(state, { rules: [rule], works: () => false }, effort)
  const because = search.because()
  return { because, exact: search.exact }
}
