// What searches for explanations share: the selections that are worth trying, the trial itself, and what rules can come to.
import type { Operator } from '../question/value.js'
import { comparable, compareNumbers } from '../question/compare.js'
import type { Interval } from '../calculation/interval.js'
import { ValueBounds } from './bounds.js'
import { candidatesOf } from './candidates.js'
import { type Condition, judgeTree, type ReadableRule, type RuleTree } from './rule-tree.js'
import type { State } from './state.js'

/** How many conditions one search may test, and how many changes it may try out. */
const mostTests = 200_000
const mostReplays = 1_500

/** What shall come about: all of the rules hold, and with them whatever settling leaves of it. */
export interface Target {
  readonly rules: readonly ReadableRule[]
  works(after: State): boolean
}

/** What a search and those inside it have cost together. */
export interface Effort {
  tests: number
  replays: number
}

/** Of a search for somebody who waits, beside others who are served: a fifth of the whole is left. */
export const briefEffort = (): Effort => ({ tests: mostTests * 0.8, replays: mostReplays * 0.8 })

/** A condition that must hold and does not: a sum over questions that is too small, or too large. */
export interface Shortfall {
  readonly condition: Condition
  /** By how much the sum must move. */
  readonly missing: number
  /** By how much each question can move it; the largest first. */
  readonly gains: readonly (readonly [question: number, gain: number])[]
}

/** What rounding may take from a sum or add to it. */
export const tolerance = 0.001

/** What a comparison comes to for all numbers between two ends; null where it depends. */
function compared({ low, high, nothing }: Interval, operator: Operator, right: number): boolean | null {
  const results = new Set<boolean>()
  if (nothing) results.add(operator === '!=')
  if (low <= high) {
    const inside = low <= right && right <= high
    results.add(compareNumbers(low, operator, right)).add(compareNumbers(high, operator, right))
    if (inside && low < high && (operator === '==' || operator === '!=')) results.add(true).add(false)
  }
  return results.size === 1 ? results.values().next().value! : null
}

/** The conditions that all must hold. */
function required(rule: ReadableRule): readonly Condition[] {
  const collect = (tree: RuleTree): readonly Condition[] => {
    if (tree.kind === 'condition') return [tree.condition]
    return tree.kind === 'all' || tree.parts.length === 1 ? tree.parts.flatMap(collect) : []
  }
  return rule.not ? [] : collect(rule.root)
}

export abstract class Search {
  /** Every question that the rules depend on, ascending. */
  protected readonly questions: readonly number[]
  protected readonly domains: ReadonlyMap<number, readonly (string | null)[]>
  /** By question and value: values with the same outcome of every condition. */
  protected readonly alike = new Map<number, Map<string | null, (string | null)[]>>()
  protected readonly trial: State
  /** False where some condition depends on more than the selection of one question. */
  protected readonly direct: boolean
  private readonly conditions: readonly Condition[]
  private readonly bounds: ValueBounds
  private released: ReadonlySet<number> = new Set()
  exact: boolean

  constructor(
    protected readonly state: State,
    protected readonly target: Target,
    protected readonly effort: Effort = { tests: 0, replays: 0 },
  ) {
    const { rules } = target
    this.questions = [...new Set(rules.flatMap(({ questions }) => questions))].sort((a, b) => a - b)
    this.conditions = rules.flatMap(({ conditions }) => conditions)
    this.direct = this.conditions.every(({ direct }) => direct)
    const candidates = new Map(this.questions.map((index) => [index, candidatesOf(state, index, this.conditions)]))
    this.domains = new Map([...candidates].map(([index, { values }]) => [index, this.distinct(index, values)]))
    this.exact = [...candidates.values()].every(({ complete }) => complete)
    this.trial = state.fork()
    this.bounds = new ValueBounds(this.trial, candidates)
  }

  /** Of several values that bring out the same results of direct conditions one is searched with; the present one is kept. */
  private distinct(index: number, values: readonly (string | null)[]): readonly (string | null)[] {
    const reading = this.conditions.filter(({ questions }) => questions.includes(index))
    const groups = new Map<string, (string | null)[]>()
    this.alike.set(index, new Map())
    if (!reading.every(({ direct }) => direct)) return values
    const trial = this.state.fork()
    for (const value of values) {
      trial.hold(index, value)
      const outcome = reading.map((condition) => Number(condition.test(trial))).join('')
      const group = groups.get(outcome)
      if (group) group.push(value)
      else groups.set(outcome, [value])
    }
    for (const group of groups.values()) this.alike.get(index)!.set(group[0]!, group)
    return [...groups.values()].map(([first]) => first!)
  }

  protected spent(): boolean {
    if (this.effort.tests < mostTests && this.effort.replays < mostReplays) return false
    this.exact = false
    return true
  }

  /** Do all rules hold on trial? */
  protected holds(): boolean {
    return this.target.rules.every((rule) => judgeTree(rule, (condition) => this.test(condition, this.trial)) === true)
  }

  private test(condition: Condition, state: State): boolean {
    this.effort.tests++
    return condition.test(state)
  }

  /** True where some rule fails on trial, whatever is selected for these questions. May be false where that is so, too. */
  protected failsWhatever(free: readonly number[]): boolean {
    this.released = new Set(free)
    this.bounds.release(free)
    return this.target.rules.some((rule) => judgeTree(rule, (condition) => this.known(condition)) === false)
  }

  /** A condition's result on trial whatever is selected for what is released; null where it depends, or may do so. */
  private known(condition: Condition): boolean | null {
    if (!condition.questions.some((question) => this.released.has(question))) return this.test(condition, this.trial)
    const { node, stored } = condition
    if (node === null) return null
    this.effort.tests += 1 + condition.questions.length / 8
    const interval = this.bounds.of(node)
    if (stored.value === '') {
      const isNothing = interval.low > interval.high ? true : interval.nothing ? null : false
      if (stored.operator !== '==' && stored.operator !== '!=') return false
      return isNothing === null ? null : isNothing === (stored.operator === '==')
    }
    const right = comparable(stored.value, 'number')
    return typeof right === 'number' ? compared(interval, stored.operator, right) : stored.operator === '!='
  }

  private interval(node: number, free: Iterable<number>): Interval {
    this.bounds.release(free)
    return this.bounds.of(node)
  }

  /** How far each question alone can move what keeps the rules from holding; endless where it is compared itself. */
  protected effects(): ReadonlyMap<number, number> {
    const found = new Map(this.questions.map((question) => [question, 0]))
    const raise = (question: number, effect: number): void => {
      found.set(question, Math.max(found.get(question)!, effect))
    }
    for (const { conditions, not } of this.target.rules) {
      for (const condition of conditions.filter((one) => one.test(this.state) === not)) {
        const { node, questions } = condition
        for (const question of questions)
          raise(question, node === null ? Number.POSITIVE_INFINITY : this.effect(condition, question, not))
      }
    }
    return found
  }

  private effect({ node, stored: { operator } }: Condition, question: number, not: boolean): number {
    const now = this.state.value(node!)
    const { low, high } = this.interval(node!, [question])
    if (low > high) return 0
    if (Number.isNaN(now)) return Number.POSITIVE_INFINITY
    if (operator === '==' || operator === '!=') return Math.max(high - now, now - low)
    return (operator === '>' || operator === '>=') !== not ? high - now : now - low
  }

  /** The required conditions on sums that do not hold now. */
  protected shortfalls(): readonly Shortfall[] {
    return this.target.rules.flatMap(required).flatMap((condition) => this.shortfallOf(condition) ?? [])
  }

  private shortfallOf(condition: Condition): Shortfall | null {
    const { node, questions, stored } = condition
    const right = stored.value === '' ? null : comparable(stored.value, 'number')
    if (node === null || typeof right !== 'number' || stored.operator === '==' || stored.operator === '!=') return null
    const now = this.state.value(node)
    if (Number.isNaN(now) || condition.test(this.state) || this.interval(node, questions).adds === null) return null
    const gains = questions.map((question) => [question, this.effect(condition, question, false)] as const)
    return { condition, missing: Math.abs(right - now), gains: gains.sort(([, a], [, b]) => b - a) }
  }
}

/** Every set of so many of the items. */
export function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= items.length - size; i++) for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest]
}
