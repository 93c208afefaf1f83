// The common base of explanation searches: candidate selections, the trial state, and rule evaluation with undecided questions.
import { type Operator, toComparable, compareNumbers } from '../question/value.js'
import type { Interval } from '../calculation/bounds.js'
import { ValueBounds } from './value-bounds.js'
import { findCandidates } from './candidates.js'
import { type Condition, evaluateTree, type AnalyzedRule, type RuleTree } from './rule-tree.js'
import type { ConfigurationState } from './state.js'

/** The search budget: maximum number of condition tests and of replayed changes. */
const maxTests = 200_000
const maxReplays = 1_500

/** The goal of a search: all rules hold, and `works` accepts the state after automatic changes. */
export interface SearchTarget {
  readonly rules: readonly AnalyzedRule[]
  works(after: ConfigurationState): boolean
}

/** The budget used by a search and its nested searches. */
export interface SearchEffort {
  tests: number
  replays: number
}

/** Start value for searches on behalf of a waiting customer: only a fifth of the budget remains. */
export const createBriefEffort = (): SearchEffort => ({ tests: maxTests * 0.8, replays: maxReplays * 0.8 })

/** A required condition that fails because a sum is too small or too large. */
export interface Shortfall {
  readonly condition: Condition
  /** The missing amount. */
  readonly amount: number
  /** The maximum contribution of each question, largest first. */
  readonly gains: readonly (readonly [question: number, gain: number])[]
}

/** Tolerance for rounding errors in sums. */
export const tolerance = 0.001

/** The result of a comparison for all numbers of an interval. Null if it differs. */
function compareInterval({ low, high, canBeNull }: Interval, operator: Operator, right: number): boolean | null {
  const results = new Set<boolean>()
  if (canBeNull) results.add(operator === '!=')
  if (low <= high) {
    const inside = low <= right && right <= high
    results.add(compareNumbers(low, operator, right)).add(compareNumbers(high, operator, right))
    if (inside && low < high && (operator === '==' || operator === '!=')) results.add(true).add(false)
  }
  return results.size === 1 ? results.values().next().value! : null
}

/** The conditions that must all hold for the rule to hold. */
function requiredConditions(rule: AnalyzedRule): readonly Condition[] {
  const collect = (tree: RuleTree): readonly Condition[] => {
    if (tree.kind === 'condition') return [tree.condition]
    return tree.kind === 'all' || tree.parts.length === 1 ? tree.parts.flatMap(collect) : []
  }
  return rule.not ? [] : collect(rule.root)
}

export abstract class ExplanationSearch {
  /** All questions on which the rules depend, ascending. */
  protected readonly questions: readonly number[]
  protected readonly domains: ReadonlyMap<number, readonly (string | null)[]>
  /** By question and value: the values with the same outcome for all conditions. */
  protected readonly equivalent = new Map<number, Map<string | null, (string | null)[]>>()
  protected readonly trial: ConfigurationState
  /** False if some condition depends on more than the selection of a single question. */
  protected readonly direct: boolean
  private readonly conditions: readonly Condition[]
  private readonly bounds: ValueBounds
  private undecided: ReadonlySet<number> = new Set()
  exact: boolean

  constructor(
    protected readonly state: ConfigurationState,
    protected readonly target: SearchTarget,
    protected readonly effort: SearchEffort = { tests: 0, replays: 0 },
  ) {
    const { rules } = target
    this.questions = [...new Set(rules.flatMap(({ questions }) => questions))].sort((a, b) => a - b)
    this.conditions = rules.flatMap(({ conditions }) => conditions)
    this.direct = this.conditions.every(({ direct }) => direct)
    const candidates = new Map(this.questions.map((index) => [index, findCandidates(state, index, this.conditions)]))
    this.domains = new Map([...candidates].map(([index, { values }]) => [index, this.selectDistinct(index, values)]))
    this.exact = [...candidates.values()].every(({ complete }) => complete)
    this.trial = state.fork()
    this.bounds = new ValueBounds(this.trial, candidates)
  }

  /** Keeps one value of each group with the same outcome of direct conditions. The current value is always kept. */
  private selectDistinct(index: number, values: readonly (string | null)[]): readonly (string | null)[] {
    const reading = this.conditions.filter(({ questions }) => questions.includes(index))
    const groups = new Map<string, (string | null)[]>()
    this.equivalent.set(index, new Map())
    if (!reading.every(({ direct }) => direct)) return values
    const trial = this.state.fork()
    for (const value of values) {
      trial.setSelection(index, value)
      const outcome = reading.map((condition) => Number(condition.test(trial))).join('')
      const group = groups.get(outcome)
      if (group) group.push(value)
      else groups.set(outcome, [value])
    }
    for (const group of groups.values()) this.equivalent.get(index)!.set(group[0]!, group)
    return [...groups.values()].map(([first]) => first!)
  }

  protected spent(): boolean {
    if (this.effort.tests < maxTests && this.effort.replays < maxReplays) return false
    this.exact = false
    return true
  }

  /** Whether all rules hold in the trial state. */
  protected holds(): boolean {
    return this.target.rules.every((rule) => evaluateTree(rule, (condition) => this.test(condition, this.trial)) === true)
  }

  private test(condition: Condition, state: ConfigurationState): boolean {
    this.effort.tests++
    return condition.test(state)
  }

  /**
   * Whether some rule fails in the trial state for all selections of the given questions. May return false although this is the
   * case.
   */
  protected failsWhatever(free: readonly number[]): boolean {
    this.undecided = new Set(free)
    this.bounds.release(free)
    return this.target.rules.some((rule) => evaluateTree(rule, (condition) => this.resultOf(condition)) === false)
  }

  /**
   * The result of a condition in the trial state for all selections of the undecided questions. Null if it varies or is
   * unknown.
   */
  private resultOf(condition: Condition): boolean | null {
    if (!condition.questions.some((question) => this.undecided.has(question))) return this.test(condition, this.trial)
    const { node, stored } = condition
    if (node === null) return null
    this.effort.tests += 1 + condition.questions.length / 8
    const interval = this.bounds.of(node)
    if (stored.value === '') {
      const isNull = interval.low > interval.high ? true : interval.canBeNull ? null : false
      if (stored.operator !== '==' && stored.operator !== '!=') return false
      return isNull === null ? null : isNull === (stored.operator === '==')
    }
    const right = toComparable(stored.value, 'number')
    return typeof right === 'number' ? compareInterval(interval, stored.operator, right) : stored.operator === '!='
  }

  private interval(node: number, free: Iterable<number>): Interval {
    this.bounds.release(free)
    return this.bounds.of(node)
  }

  /** The maximum effect of each question on the failing conditions. Infinity if a condition compares the question directly. */
  protected effects(): ReadonlyMap<number, number> {
    const effects = new Map(this.questions.map((question) => [question, 0]))
    const raise = (question: number, effect: number): void => {
      effects.set(question, Math.max(effects.get(question)!, effect))
    }
    for (const { conditions, not } of this.target.rules) {
      for (const condition of conditions.filter((condition) => condition.test(this.state) === not)) {
        const { node, questions } = condition
        for (const question of questions)
          raise(question, node === null ? Number.POSITIVE_INFINITY : this.effect(condition, question, not))
      }
    }
    return effects
  }

  private effect({ node, stored: { operator } }: Condition, question: number, not: boolean): number {
    const now = this.state.value(node!)
    const { low, high } = this.interval(node!, [question])
    if (low > high) return 0
    if (Number.isNaN(now)) return Number.POSITIVE_INFINITY
    if (operator === '==' || operator === '!=') return Math.max(high - now, now - low)
    return (operator === '>' || operator === '>=') !== not ? high - now : now - low
  }

  /** The required conditions on sums that currently fail. */
  protected shortfalls(): readonly Shortfall[] {
    return this.target.rules.flatMap(requiredConditions).flatMap((condition) => this.toShortfall(condition) ?? [])
  }

  private toShortfall(condition: Condition): Shortfall | null {
    const { node, questions, stored } = condition
    const right = stored.value === '' ? null : toComparable(stored.value, 'number')
    if (node === null || typeof right !== 'number' || stored.operator === '==' || stored.operator === '!=') return null
    const now = this.state.value(node)
    if (Number.isNaN(now) || condition.test(this.state) || this.interval(node, questions).summands === null) return null
    const gains = questions.map((question) => [question, this.effect(condition, question, false)] as const)
    return { condition, amount: Math.abs(right - now), gains: gains.sort(([, a], [, b]) => b - a) }
  }
}

/** All subsets of the given size. */
export function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= items.length - size; i++) for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest]
}
