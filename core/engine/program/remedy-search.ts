// Searches for the smallest sets of changes that make a target apply.
import { changeSelection } from './configuration.js'
import {
  type SearchEffort,
  ExplanationSearch,
  type Shortfall,
  subsets,
  type SearchTarget,
  tolerance,
} from './explanation-search.js'
import type { ConfigurationState } from './state.js'

const maxRemedies = 8
/** Maximum total number of steps of all remedies. */
const maxTotalSteps = 48
/** Maximum number of change sets that would help but cannot be made directly. Detours are searched for each set. */
const maxBlocked = 6

export interface ChangeStep {
  readonly question: number
  /** The new selection in normalized form. Null = nothing. */
  readonly to: string | null
}

/** Maximum number of steps for which all orders are tried. For more steps only two orders are tried. */
const maxPermuted = 3

function* permutations(steps: readonly ChangeStep[]): Generator<readonly ChangeStep[]> {
  if (steps.length <= 1) {
    yield steps
    return
  }
  if (steps.length > maxPermuted) {
    yield steps
    yield steps.toReversed()
    return
  }
  for (const [i, first] of steps.entries()) for (const rest of permutations(steps.toSpliced(i, 1))) yield [first, ...rest]
}

/** The steps in an order in which all steps are accepted, persist and reach the goal. Null if there is no such order. */
function replaySteps(
  state: ConfigurationState,
  steps: readonly ChangeStep[],
  works: (after: ConfigurationState) => boolean,
): readonly ChangeStep[] | null {
  for (const order of permutations(steps)) {
    const trial = state.fork()
    const isAccepted = order.every(({ question, to }) => {
      const { refused } = changeSelection(trial, { question_id: state.program.questions[question]!.id, value: to }, true)
      return refused === null
    })
    if (isAccepted && works(trial) && order.every(({ question, to }) => trial.text[question] === to)) return order
  }
  return null
}

/** The question or answer that must apply before a step is possible. Null if the step is possible. */
type TargetResolver = (step: ChangeStep) => SearchTarget | null

export interface Remedies {
  /** The smallest sets of changes, each in an order in which they can be made. All have the same size. */
  readonly remedies: readonly (readonly ChangeStep[])[]
  /** False if the search was aborted or could not try all values of a calculation. */
  readonly exact: boolean
}

class RemedySearch extends ExplanationSearch {
  private readonly blocked: (readonly ChangeStep[])[] = []

  /** Searches sets of changes by ascending size. If none can be made directly, searches detours through other questions. */
  remedies(targetOf: TargetResolver, depth: number): readonly (readonly ChangeStep[])[] {
    // Stop early if no selections can satisfy the rules.
    if (this.failsWhatever(this.questions)) return []
    const shortfall = this.shortfalls().toSorted((a, b) => b.amount - a.amount)[0]
    for (let size = 1; size <= this.questions.length; size++) {
      const remedies: (readonly ChangeStep[])[] = []
      const limit = Math.max(1, Math.min(maxRemedies, Math.floor(maxTotalSteps / size)))
      for (const subset of this.promisingSets(size, shortfall)) {
        if (this.spent() || remedies.length >= limit) break
        if (!this.direct && this.failsWhatever(subset)) continue
        const steps = this.assign(subset, [])
        if (steps) remedies.push(steps)
      }
      if (remedies.length > 0) return remedies
      if (this.spent()) break
    }
    return depth > 0 ? this.detours(targetOf, depth) : []
  }

  /** Sets of questions with the given size, largest effects first. Sets that cannot make up the shortfall are skipped. */
  private promisingSets(size: number, shortfall: Shortfall | undefined): Iterable<readonly number[]> {
    if (shortfall) return this.setsFilling(shortfall, this.byGain(shortfall), size, 0, 0)
    if (this.direct) return subsets(this.questions, size)
    const effects = this.effects()
    return subsets(
      [...this.questions].sort((a, b) => effects.get(b)! - effects.get(a)!),
      size,
    )
  }

  /** The questions of a sum, ordered by gain, then all other questions, which may have to change too. */
  private byGain({ gains }: Shortfall): Shortfall['gains'] {
    const gainQuestions = new Set(gains.map(([question]) => question))
    return [
      ...gains,
      ...this.questions.filter((question) => !gainQuestions.has(question)).map((question) => [question, 0] as const),
    ]
  }

  private *setsFilling(
    shortfall: Shortfall,
    gains: Shortfall['gains'],
    size: number,
    from: number,
    total: number,
  ): Generator<readonly number[]> {
    if (size === 0) {
      yield []
      return
    }
    for (let i = from; i <= gains.length - size; i++) {
      // Gains are sorted in descending order: if the next ones are too small, all later ones are too.
      const best = gains.slice(i, i + size).reduce((sum, [, gain]) => sum + gain, total)
      if (best < shortfall.amount - tolerance) return
      const [question, gain] = gains[i]!
      for (const rest of this.setsFilling(shortfall, gains, size - 1, i + 1, total + gain)) yield [question, ...rest]
    }
  }

  /** New selections for all the questions that satisfy the rules. */
  private assign(questions: readonly number[], steps: ChangeStep[]): readonly ChangeStep[] | null {
    const question = questions[steps.length]
    if (question === undefined) return this.holds() ? this.tryVariants(steps) : null
    const current = this.state.text[question]!
    for (const to of this.domains.get(question)!) {
      if (this.isPresent(question, to) || this.spent()) continue
      this.trial.setSelection(question, to)
      const open = questions.slice(steps.length + 1)
      const isHopeless = open.length > 0 && !this.direct && this.failsWhatever(open)
      const solution = isHopeless ? null : this.assign(questions, [...steps, { question, to }])
      this.trial.setSelection(question, current)
      if (solution) return solution
    }
    return null
  }

  /** The current selection, if no other selection has the same outcome. */
  private isPresent(question: number, to: string | null): boolean {
    return to === this.state.text[question]! && (this.equivalent.get(question)?.get(to)?.length ?? 1) === 1
  }

  /** The steps if they work when replayed, or other steps with the same outcome. */
  private tryVariants(steps: readonly ChangeStep[]): readonly ChangeStep[] | null {
    for (const variant of this.variants(steps)) {
      if (this.spent()) break
      this.effort.replays++
      const order = replaySteps(this.state, variant, (after) => this.target.works(after))
      if (order) return order
    }
    if (this.blocked.length < maxBlocked) this.blocked.push(steps)
    return null
  }

  private *variants(steps: readonly ChangeStep[]): Generator<readonly ChangeStep[]> {
    const [first, ...rest] = steps
    if (!first) {
      yield []
      return
    }
    const values = this.equivalent.get(first.question)?.get(first.to) ?? [first.to]
    const alternatives = values.filter((to) => to !== this.state.text[first.question]!)
    for (const tail of this.variants(rest)) for (const to of alternatives) yield [{ ...first, to }, ...tail]
  }

  /** Prepends the changes that blocked steps require. */
  private detours(targetOf: TargetResolver, depth: number): readonly (readonly ChangeStep[])[] {
    if (this.blocked.length > 0) this.exact = false
    const detours: (readonly ChangeStep[])[] = []
    for (const steps of this.blocked) {
      const candidates = steps.reduce<readonly (readonly ChangeStep[])[]>(
        (paths, step) => {
          const target = targetOf(step)
          const prerequisiteSets = target ? new RemedySearch(this.state, target, this.effort).remedies(targetOf, depth - 1) : [[]]
          return paths.flatMap((detour) => prerequisiteSets.map((prerequisites) => [...detour, ...prerequisites, step]))
        },
        [[]],
      )
      const detour = candidates.map((detourSteps) => this.tryReplay(detourSteps)).find((result) => result !== null)
      if (detour) detours.push(detour)
    }
    const minimum = Math.min(...detours.map(({ length }) => length))
    return detours.filter(({ length }) => length === minimum)
  }

  private tryReplay(steps: readonly ChangeStep[]): readonly ChangeStep[] | null {
    const questions = new Set(steps.map(({ question }) => question))
    if (questions.size < steps.length || this.spent()) return null
    this.effort.replays++
    return replaySteps(this.state, steps, (after) => this.target.works(after))
  }
}

/** Maximum number of nested detours. */
const maxDepth = 2

/** Searches remedies for a target. */
export function searchRemedies(
  state: ConfigurationState,
  target: SearchTarget,
  targetOf: TargetResolver,
  effort?: SearchEffort,
): Remedies {
  const search = new RemedySearch(state, target, effort)
  const remedies = search.remedies(targetOf, maxDepth)
  return { remedies, exact: search.exact }
}
