// The searches behind an explanation: the fewest selections to change so that a rule holds, and the fewest that alone keep it from holding.
import { candidatesOf } from './candidates.js'
import { type Condition, judgeTree, type ReadableRule } from './rule-tree.js'
import type { State } from './state.js'

/** How many evaluations one explanation may cost. */
const budget = 20_000
const mostRemedies = 8

export interface Step {
  readonly question: number
  readonly to: string | null
}

export interface Findings {
  /** The smallest sets of changes that make the rule hold; all of one size. Empty where none was found. */
  readonly remedies: readonly (readonly Step[])[]
  /** The smallest set of questions whose selections alone make the rule fail, whatever the others are. */
  readonly because: readonly number[]
  /** False where the search gave up, or where a calculation made some selections impossible to try in full. */
  readonly exact: boolean
}

class Search {
  private readonly domains: ReadonlyMap<number, readonly (string | null)[]>
  private readonly trial: State
  private evaluations = 0
  exact: boolean

  constructor(
    private readonly state: State,
    private readonly rule: ReadableRule,
  ) {
    const candidates = rule.questions.map((index) => [index, candidatesOf(state, index, rule.conditions)] as const)
    this.domains = new Map(candidates.map(([index, { values }]) => [index, this.distinct(index, values)]))
    this.exact = candidates.every(([, { complete }]) => complete)
    this.trial = state.fork()
  }

  /** Of several values that bring out the same results of direct conditions one is enough; the present one is kept. */
  private distinct(index: number, values: readonly (string | null)[]): readonly (string | null)[] {
    const reading = this.rule.conditions.filter(({ questions }) => questions.includes(index))
    if (!reading.every(({ direct }) => direct)) return values
    const trial = this.state.fork()
    const seen = new Set<string>()
    return values.filter((value) => {
      trial.hold(index, value)
      const outcome = reading.map((condition) => Number(condition.test(trial))).join('')
      return seen.has(outcome) ? false : seen.add(outcome)
    })
  }

  private spent(): boolean {
    if (this.evaluations < budget) return false
    this.exact = false
    return true
  }

  private holds(): boolean {
    this.evaluations++
    return judgeTree(this.rule, (condition) => condition.test(this.trial)) === true
  }

  /** The smallest sets of changes, sizes ascending. */
  remedies(): readonly (readonly Step[])[] {
    for (let size = 1; size <= this.rule.questions.length; size++) {
      const found: Step[][] = []
      for (const subset of subsets(this.rule.questions, size)) {
        if (this.spent() || found.length >= mostRemedies) break
        const steps = this.assign(subset, [])
        if (steps) found.push(steps)
      }
      if (found.length > 0 || this.spent()) return found
    }
    return []
  }

  /** Other selections for all of these questions with which the rule holds. */
  private assign(questions: readonly number[], steps: Step[]): Step[] | null {
    const question = questions[steps.length]
    if (question === undefined) return this.holds() ? [...steps] : null
    const present = this.state.text[question]!
    for (const to of this.domains.get(question)!) {
      if (to === present || this.spent()) continue
      this.trial.hold(question, to)
      const found = this.assign(questions, [...steps, { question, to }])
      this.trial.hold(question, present)
      if (found) return found
    }
    return null
  }

  /** The smallest set of questions that, as they stand, make the rule fail. */
  because(): readonly number[] {
    this.evaluations = 0
    for (let size = 0; size < this.rule.questions.length; size++) {
      for (const subset of subsets(this.rule.questions, size)) {
        if (this.spent()) return this.shrunk()
        if (this.suffices(new Set(subset))) return subset
      }
    }
    return this.rule.questions
  }

  /** Some small set, where there was no time for the smallest. */
  private shrunk(): readonly number[] {
    const kept = new Set(this.rule.questions)
    for (const question of this.rule.questions) {
      kept.delete(question)
      if (judgeTree(this.rule, (condition) => this.fixed(condition, kept)) !== false) kept.add(question)
    }
    return [...kept]
  }

  /** A condition's result where all that it reads is fixed; null otherwise. */
  private fixed({ questions, test }: Condition, kept: ReadonlySet<number>): boolean | null {
    return questions.every((question) => kept.has(question)) ? test(this.state) : null
  }

  /** True where no selection of the questions outside `kept` lets the rule hold. */
  private suffices(kept: ReadonlySet<number>): boolean {
    this.evaluations++
    if (judgeTree(this.rule, (condition) => this.fixed(condition, kept)) === false) return true
    const free = this.rule.questions.filter((question) => !kept.has(question))
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

function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= items.length - size; i++) for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest]
}

/** Why a rule fails for the selections as they stand, and what would make it hold. */
export function searchRule(state: State, rule: ReadableRule): Findings {
  const search = new Search(state, rule)
  const remedies = search.remedies()
  const because = search.because()
  return { remedies, because, exact: search.exact }
}
