// The search for the fewest selections that keep a rule from holding, whatever all others are.
import { type Condition, judgeTree, type ReadableRule } from './rule-tree.js'
import type { State } from './state.js'
import { type Effort, Search, subsets, tolerance } from './search.js'

export interface Because {
  /** The smallest set of questions whose selections alone make the rule fail, whatever the others are. */
  readonly because: readonly number[]
  readonly exact: boolean
}

class BecauseSearch extends Search {
  because(): readonly number[] {
    const small = this.direct ? null : this.shrunk()
    if (small && this.isSmallest(small)) return small
    const smallest = small ?? this.questions
    for (let size = 0; size < smallest.length; size++) {
      for (const subset of subsets(this.questions, size)) {
        if (this.spent()) return small ?? this.shrunk()
        if (this.suffices(new Set(subset))) return subset
      }
    }
    return smallest
  }

  /** What is left when one question after the other is let go, those with little effect first. */
  private shrunk(): readonly number[] {
    const effects = this.effects()
    const order = this.questions.toReversed().sort((a, b) => effects.get(a)! - effects.get(b)!)
    const free = new Set(this.letGo(order, []))
    return this.questions.filter((question) => !free.has(question))
  }

  /** Those that can be let go, earlier ones first: all at once where that will do, else one half after the other. */
  private letGo(order: readonly number[], free: readonly number[]): readonly number[] {
    if (order.length === 0) return free
    const all = [...free, ...order]
    if (this.failsWhatever(all)) return all
    if (order.length === 1) return free
    const middle = order.length >> 1
    return this.letGo(order.slice(middle), this.letGo(order.slice(0, middle), free))
  }

  /**
   * Proven where the rule fails by one comparison of a sum alone: it fails as long as what is free cannot make up for what is
   * missing, so that holding the questions with the largest gains takes the fewest.
   */
  private isSmallest(because: readonly number[]): boolean {
    const shortfalls = this.shortfalls()
    const [shortfall] = shortfalls
    if (!shortfall || shortfalls.length > 1 || !this.failsBy(shortfall.condition)) return false
    let open = shortfall.gains.reduce((sum, [, gain]) => sum + gain, 0)
    for (const [, gain] of shortfall.gains.slice(0, Math.max(0, because.length - 1))) open -= gain
    return because.length === 0 || open > shortfall.missing + tolerance
  }

  /** True where all else holds now, and goes on to hold whatever happens to the questions of the condition. */
  private failsBy(condition: Condition): boolean {
    const rule = this.target.rules[0]!
    const own = new Set(condition.questions)
    const apart = rule.conditions.every((one) => one === condition || !one.questions.some((question) => own.has(question)))
    return apart && judgeTree(rule, (one) => one === condition || one.test(this.state)) === true
  }

  /** True where no selection of the questions outside `kept` lets the rule hold. */
  private suffices(kept: ReadonlySet<number>): boolean {
    const free = this.questions.filter((question) => !kept.has(question))
    return !this.canHold(free, 0)
  }

  private canHold(free: readonly number[], at: number): boolean {
    const question = free[at]
    if (question === undefined) return this.holds()
    if ((at === 0 || !this.direct) && this.failsWhatever(free.slice(at))) return false
    for (const value of this.domains.get(question)!) {
      // Without time to look further the set is not taken for sufficient.
      if (this.spent()) return true
      this.trial.hold(question, value)
      const result = this.canHold(free, at + 1)
      this.trial.hold(question, this.state.text[question]!)
      if (result) return true
    }
    return false
  }
}

/** Why a rule fails for the selections as they stand. */
export function searchBecause(state: State, rule: ReadableRule, effort?: Effort): Because {
  const search = new BecauseSearch(state, { rules: [rule], works: () => false }, effort)
  const because = search.because()
  return { because, exact: search.exact }
}
