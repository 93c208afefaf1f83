// The fewest selections that keep a rule from holding, whatever the others are.
import { type Condition, judgeTree, type ReadableRule } from './rule-tree.js'
import { Search, subsets } from './search.js'
import type { State } from './state.js'

export interface Because {
  /** The smallest set of questions whose selections alone make the rule fail, whatever the others are. */
  readonly because: readonly number[]
  readonly exact: boolean
}

class BecauseSearch extends Search {
  /** The smallest set of questions that, as they stand, make the rule fail. */
  because(): readonly number[] {
    for (let size = 0; size < this.questions.length; size++) {
      for (const subset of subsets(this.questions, size)) {
        if (this.spent()) return this.shrunk()
        if (this.suffices(new Set(subset))) return subset
      }
    }
    return this.questions
  }

  /** Some small set, where there was no time for the smallest. */
  private shrunk(): readonly number[] {
    const kept = new Set(this.questions)
    for (const question of this.questions) {
      kept.delete(question)
      if (!this.failsWith(kept)) kept.add(question)
    }
    return [...kept]
  }

  private failsWith(kept: ReadonlySet<number>): boolean {
    return this.target.rules.some((rule) => judgeTree(rule, (condition) => this.fixed(condition, kept)) === false)
  }

  /** A condition's result where all that it reads is fixed; null otherwise. */
  private fixed(condition: Condition, kept: ReadonlySet<number>): boolean | null {
    return condition.questions.every((question) => kept.has(question)) ? this.test(condition, this.state) : null
  }

  /** True where no selection of the questions outside `kept` lets the rule hold. */
  private suffices(kept: ReadonlySet<number>): boolean {
    if (this.failsWith(kept)) return true
    const free = this.questions.filter((question) => !kept.has(question))
    return !this.canHold(free, 0)
  }

  private canHold(free: readonly number[], at: number): boolean {
    const question = free[at]
    if (question === undefined) return this.holds()
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
export function searchBecause(state: State, rule: ReadableRule): Because {
  const search = new BecauseSearch(state, { rules: [rule], works: () => false })
  const because = search.because()
  return { because, exact: search.exact }
}
