// The searches behind an explanation: the fewest changes that bring something about, and the fewest selections that keep a rule from holding.
import { candidatesOf } from './candidates.js'
import { replay, type Step } from './replay.js'
import { type Condition, judgeTree, type ReadableRule } from './rule-tree.js'
import type { State } from './state.js'

/** How many conditions one search may test, and how many changes it may try out. */
const mostTests = 200_000
const mostReplays = 1_500
const mostRemedies = 8
/** Sets of changes that would do if they could be made, for each of which the way is searched. */
const mostBlocked = 6

/** What shall come about: all of the rules hold, and with them whatever settling leaves of it. */
export interface Target {
  readonly rules: readonly ReadableRule[]
  works(after: State): boolean
}

/** What stands between a step and the state: the question or the answer that does not apply; null where nothing does. */
export type TargetOf = (step: Step) => Target | null

export interface Remedies {
  /** The smallest sets of changes that bring it about, each in an order in which they can be made; all of one size. */
  readonly remedies: readonly (readonly Step[])[]
  /** False where the search gave up, or could not try every value of a calculation. */
  readonly exact: boolean
}

export interface Because {
  /** The smallest set of questions whose selections alone make the rule fail, whatever the others are. */
  readonly because: readonly number[]
  readonly exact: boolean
}

/** What a search and those inside it have cost together. */
interface Effort {
  tests: number
  replays: number
}

class Search {
  private readonly questions: readonly number[]
  private readonly conditions: readonly Condition[]
  private readonly domains: ReadonlyMap<number, readonly (string | null)[]>
  /** By question and value: values with the same outcome of every condition. */
  private readonly alike = new Map<number, Map<string | null, (string | null)[]>>()
  private readonly trial: State
  private readonly blocked: (readonly Step[])[] = []
  exact: boolean

  constructor(
    private readonly state: State,
    private readonly target: Target,
    private readonly effort: Effort = { tests: 0, replays: 0 },
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

  private spent(): boolean {
    if (this.effort.tests < mostTests && this.effort.replays < mostReplays) return false
    this.exact = false
    return true
  }

  private holds(): boolean {
    return this.target.rules.every((rule) => judgeTree(rule, (condition) => this.test(condition, this.trial)) === true)
  }

  private test(condition: Condition, state: State): boolean {
    this.effort.tests++
    return condition.test(state)
  }

  /** The smallest sets of changes, sizes ascending; where none can be made, ways that lead through other questions. */
  remedies(targetOf: TargetOf, depth: number): readonly (readonly Step[])[] {
    for (let size = 1; size <= this.questions.length; size++) {
      const found: (readonly Step[])[] = []
      for (const subset of subsets(this.questions, size)) {
        if (this.spent() || found.length >= mostRemedies) break
        const steps = this.assign(subset, [])
        if (steps) found.push(steps)
      }
      if (found.length > 0) return found
      if (this.spent()) break
    }
    return depth > 0 ? this.detours(targetOf, depth) : []
  }

  /** Other selections for all of these questions with which it comes about. */
  private assign(questions: readonly number[], steps: Step[]): readonly Step[] | null {
    const question = questions[steps.length]
    if (question === undefined) return this.holds() ? this.tried(steps) : null
    const present = this.state.text[question]!
    for (const to of this.domains.get(question)!) {
      if (this.isPresent(question, to) || this.spent()) continue
      this.trial.hold(question, to)
      const found = this.assign(questions, [...steps, { question, to }])
      this.trial.hold(question, present)
      if (found) return found
    }
    return null
  }

  /** The present selection, where no other comes out like it. */
  private isPresent(question: number, to: string | null): boolean {
    return to === this.state.text[question]! && (this.alike.get(question)?.get(to)?.length ?? 1) === 1
  }

  /** The steps as they were seen to work, or others with the same outcome. */
  private tried(steps: readonly Step[]): readonly Step[] | null {
    for (const variant of this.variants(steps)) {
      if (this.spent()) break
      this.effort.replays++
      const order = replay(this.state, variant, (after) => this.target.works(after))
      if (order) return order
    }
    if (this.blocked.length < mostBlocked) this.blocked.push(steps)
    return null
  }

  private *variants(steps: readonly Step[]): Generator<readonly Step[]> {
    const [first, ...rest] = steps
    if (!first) {
      yield []
      return
    }
    const values = this.alike.get(first.question)?.get(first.to) ?? [first.to]
    const others = values.filter((to) => to !== this.state.text[first.question]!)
    for (const tail of this.variants(rest)) for (const to of others) yield [{ ...first, to }, ...tail]
  }

  /** Brings about first what the steps need that cannot be made now. */
  private detours(targetOf: TargetOf, depth: number): readonly (readonly Step[])[] {
    if (this.blocked.length > 0) this.exact = false
    const found: (readonly Step[])[] = []
    for (const steps of this.blocked) {
      const ways = steps.reduce<readonly (readonly Step[])[]>(
        (before, step) => {
          const target = targetOf(step)
          const first = target ? new Search(this.state, target, this.effort).remedies(targetOf, depth - 1) : [[]]
          return before.flatMap((way) => first.map((more) => [...way, ...more, step]))
        },
        [[]],
      )
      const way = ways.map((steps_) => this.replayed(steps_)).find((one) => one !== null)
      if (way) found.push(way)
    }
    const fewest = Math.min(...found.map(({ length }) => length))
    return found.filter(({ length }) => length === fewest)
  }

  private replayed(steps: readonly Step[]): readonly Step[] | null {
    const questions = new Set(steps.map(({ question }) => question))
    if (questions.size < steps.length || this.spent()) return null
    this.effort.replays++
    return replay(this.state, steps, (after) => this.target.works(after))
  }

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

function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= items.length - size; i++) for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest]
}

/** How many others a change may need first, one behind the other. */
const deepest = 2

/** What would bring the target about. */
export function searchRemedies(state: State, target: Target, targetOf: TargetOf): Remedies {
  const search = new Search(state, target)
  const remedies = search.remedies(targetOf, deepest)
  return { remedies, exact: search.exact }
}

/** Why a rule fails for the selections as they stand. */
export function searchBecause(state: State, rule: ReadableRule): Because {
  const search = new Search(state, { rules: [rule], works: () => false })
  const because = search.because()
  return { because, exact: search.exact }
}
