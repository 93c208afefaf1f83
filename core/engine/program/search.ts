// What the searches behind an explanation have in common: the questions that matter, the values worth trying, and what it may cost.
import { candidatesOf } from './candidates.js'
import { type Condition, judgeTree, type ReadableRule } from './rule-tree.js'
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

export abstract class Search {
  protected readonly questions: readonly number[]
  private readonly conditions: readonly Condition[]
  protected readonly domains: ReadonlyMap<number, readonly (string | null)[]>
  /** By question and value: values with the same outcome of every condition. */
  protected readonly alike = new Map<number, Map<string | null, (string | null)[]>>()
  protected readonly trial: State
  exact: boolean

  constructor(
    protected readonly state: State,
    protected readonly target: Target,
    protected readonly effort: Effort = { tests: 0, replays: 0 },
  ) {
    const { rules } = target
    this.questions = [...new Set(rules.flatMap(({ questions }) => questions))].sort((a, b) => a - b)
    this.conditions = rules.flatMap(({ conditions }) => conditions)
    const candidates = this.questions.map((index) => [index, candidatesOf(state, index, this.conditions)] as const)
    this.domains = new Map(candidates.map(([index, { values }]) => [index, this.distinct(index, values)]))
    this.exact = candidates.every(([, { complete }]) => complete)
    this.trial = state.fork()
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

  protected holds(): boolean {
    return this.target.rules.every((rule) => judgeTree(rule, (condition) => this.test(condition, this.trial)) === true)
  }

  protected test(condition: Condition, state: State): boolean {
    this.effort.tests++
    return condition.test(state)
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
